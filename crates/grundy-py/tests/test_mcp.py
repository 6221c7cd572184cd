"""`grundy mcp` with a client that others wrote, and without one."""

import asyncio
import base64
import importlib.util
import json
import os
import subprocess
import sys
import time
import unittest


def plain(result):
    """A message with the names of the protocol, whatever the client calls them."""
    return result.model_dump(by_alias=True, mode="json")


class Lines(unittest.TestCase):
    """The protocol, line by line."""

    def talk(self, *messages):
        text = "".join((message if isinstance(message, str) else json.dumps(message)) + "\n" for message in messages)
        command = [sys.executable, "-m", "grundy", "mcp", "--max-time", "5s"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def call(self, name, **arguments):
        asked = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        (answer,) = self.talk(asked)
        self.assertEqual(answer["id"], 7)
        return answer

    def test_wrong_messages(self):
        answers = self.talk("{", {"jsonrpc": "2.0", "id": 1, "method": "no/such"}, {"jsonrpc": "2.0", "id": "x"})
        self.assertEqual([answer["error"]["code"] for answer in answers], [-32700, -32601, -32600])

    def test_notifications_have_no_answer(self):
        self.assertEqual(self.talk({"jsonrpc": "2.0", "method": "notifications/initialized"}), [])

    def test_wrong_arguments_are_said(self):
        for arguments in (
            {},
            {"game": "nim", "position": 5},
            {"game": "nim", "position": "3", "depth": 4},
            {"game": "program:/bin/true", "position": "3"},
            {"game": "secret.game", "position": "3"},
            {"game": "nim", "position": "-"},
            {"game": "kalyes", "position": "3"},
            {"game": "n -> m", "position": "3"},
        ):
            result = self.call("solve", **arguments)["result"]
            self.assertTrue(result["isError"], arguments)
            self.assertTrue(json.loads(result["content"][0]["text"])["error"]["message"])
        self.assertEqual(self.call("no such tool")["error"]["code"], -32602)

    def test_options_cannot_be_smuggled(self):
        result = self.call("solve", game="--help", position="3")["result"]
        self.assertTrue(result["isError"])
        result = self.call("games", words="--version")["result"]
        self.assertEqual(result["structuredContent"]["games"], [])

    def test_a_call_is_bounded(self):
        start = time.monotonic()
        result = self.call("solve", game="cram", position="9x9", seconds=1)["result"]
        self.assertLess(time.monotonic() - start, 30)
        self.assertEqual(result["structuredContent"]["error"]["stop"], "time-limit")

    def test_a_call_can_be_taken_back(self):
        asked = {"jsonrpc": "2.0", "id": 7, "method": "tools/call"}
        asked["params"] = {"name": "solve", "arguments": {"game": "cram", "position": "9x9"}}
        start = time.monotonic()
        back = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
        self.assertEqual(self.talk(asked, back), [])
        self.assertLess(time.monotonic() - start, 5)

    def test_sweeps_are_rows(self):
        rows = self.call("sweep", game="take{1,a}", param="a=2..4")["result"]["structuredContent"]["rows"]
        self.assertEqual([(row["code"], row["period"]) for row in rows], [("take{1,2}", 3), ("take{1,3}", 2), ("take{1,4}", 5)])
        rows = self.call("sweep_octal", digits=1)["result"]["structuredContent"]["rows"]
        self.assertEqual([row["code"] for row in rows], [f"0.{digit}" for digit in range(1, 8)])
        stopped = self.call("sweep_octal", digits=6, seconds=1)["result"]["structuredContent"]
        self.assertFalse(stopped["complete"])
        wrong = self.call("sweep", game="take{1,a}", param="a=five")["result"]
        self.assertTrue(wrong["isError"])

    def test_reports_count_positions(self):
        result = self.call("report", game="nim", position="2 1")["result"]["structuredContent"]
        self.assertEqual((result["report"]["positions"], result["grundy"]), (5, 3))

    def test_graphs_come_in_the_message(self):
        result = self.call("graph", edges="a b\nb a\nb c")["result"]
        outcomes = {row["vertex"]: row["outcome"] for row in result["structuredContent"]["vertices"]}
        self.assertEqual(outcomes, {"a": "P", "b": "N", "c": "P"})


@unittest.skipUnless(os.environ.get("GRUNDY_ALL") or importlib.util.find_spec("mcp"), "mcp")
class Client(unittest.TestCase):
    """The client of the package `mcp`."""

    def test_a_session(self):
        asyncio.run(self.session())

    async def session(self):
        from mcp import ClientSession, StdioServerParameters
        from mcp.client.stdio import stdio_client

        server = StdioServerParameters(command=sys.executable, args=["-m", "grundy", "mcp"])
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            greeting = plain(await session.initialize())
            self.assertEqual(greeting["serverInfo"]["name"], "grundy")
            await session.send_ping()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            self.assertLessEqual({"solve", "moves", "explain", "values", "period", "misere", "verify"}, set(tools))
            self.assertTrue(all(tool.description for tool in tools.values()))

            async def call(name, **arguments):
                return plain(await session.call_tool(name, arguments))

            solved = await call("solve", game="nim", position="3 4 5")
            self.assertFalse(solved["isError"])
            self.assertEqual(solved["structuredContent"]["grundy"], 2)

            for name, more in (("period", {}), ("misere", {"heaps": 8})):
                found = await call(name, game="kayles", **more)
                blob = found["content"][1]["resource"]["blob"]
                self.assertGreater(len(base64.b64decode(blob)), 10)
                self.assertTrue((await call("verify", certificate=blob))["structuredContent"]["valid"])

            asked = {
                "moves": {"game": "kayles", "position": "3"},
                "explain": {"game": "kayles"},
                "values": {"game": "cram", "template": "3x{n}", "count": 4, "from": 1},
                "table": {"game": "cram", "template": "{a}x{b}", "a": "1..3", "b": "1..3"},
                "guess": {"numbers": [0, 1, 2, 0, 1, 2, 0, 1, 2]},
                "games": {"words": "kayles"},
                "nimber": {"expression": "6*7+2"},
                "find": {"needle": "ana", "text": "banana"},
                "collide": {"base": 31, "modulus": "1e9+9"},
            }
            for name, arguments in asked.items():
                result = await call(name, **arguments)
                self.assertFalse(result["isError"], (name, result["content"][0]["text"]))
                self.assertEqual(result["structuredContent"]["schema"], 1, name)

            # Several at a time.
            together = [call("solve", game="nim", position=str(n)) for n in range(6)]
            values = [result["structuredContent"]["grundy"] for result in await asyncio.gather(*together)]
            self.assertEqual(values, list(range(6)))


if __name__ == "__main__":
    unittest.main()
