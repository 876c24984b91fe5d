"""The official client for Python: does a part of the day, which CLIENT_TASK holds as JSON. Prints the protocol's revision."""

import asyncio
import json
import os

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import PromptReference, ResourceTemplateReference

REFERENCES = {"ref/prompt": PromptReference, "ref/resource": ResourceTemplateReference}


def begun(client, deed, params):
    match deed:
        case "ping":
            return client.send_ping()
        case "tools":
            return client.list_tools()
        case "call":
            return client.call_tool(params["name"], params.get("arguments"))
        case "resources":
            return client.list_resources()
        case "templates":
            return client.list_resource_templates()
        case "read":
            return client.read_resource(params["uri"])
        case "prompts":
            return client.list_prompts()
        case "prompt":
            return client.get_prompt(params["name"], params.get("arguments"))
        case "complete":
            reference = params["ref"]
            return client.complete(REFERENCES[reference["type"]].model_validate(reference), params["argument"])
    raise ValueError(deed)


async def main(command, args, env, mode, steps, **_):
    server = StdioServerParameters(command=command, args=args, env=env)
    async with Client(stdio_client(server), mode=mode) as client:
        for step in steps:
            result = await begun(client, step["do"], step.get("with"))
            whole = result.model_dump_json(by_alias=True, exclude_none=True)
            # What a model sees of a tool call, and the whole result of other requests.
            told = "\n".join(part.text for part in result.content) if step["do"] == "call" else whole
            missing = [text for text in step.get("says", []) if text not in told]
            if missing or getattr(result, "is_error", False) != step.get("fails", False):
                raise AssertionError(f"{step}\nlacks {missing}: {whole}")
        print(client.protocol_version)


asyncio.run(main(**json.loads(os.environ["CLIENT_TASK"])))
