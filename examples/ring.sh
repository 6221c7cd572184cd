#!/bin/sh
# A token on a ring of ten squares goes one square forward or two back, and stops on square 0: play may go on for ever.
#
# $ grundy solve --loopy program:examples/ring.sh 2
# program:examples/ring.sh 2: the first player wins (N), loopy value ∞{0}, remoteness 1
while read -r square; do
    if [ "$square" = 0 ]; then
        echo '[]'
    else
        echo "[\"$(((square + 1) % 10))\", \"$(((square + 8) % 10))\"]"
    fi
done
