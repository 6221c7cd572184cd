#!/usr/bin/env python3
"""Breaking a bar of chocolate: a move breaks a bar RxC along a line into two bars.

$ grundy solve program:examples/bar.py 2x3 1x4
program:examples/bar.py 2x3 1x4: the second player wins (P), Grundy value 0
"""
import json
import sys

for line in sys.stdin:
    rows, columns = map(int, line.split("x"))
    across = [[f"{k}x{columns}", f"{rows - k}x{columns}"] for k in range(1, rows)]
    along = [[f"{rows}x{k}", f"{rows}x{columns - k}"] for k in range(1, columns)]
    print(json.dumps(across + along), flush=True)
