"""The same exchange by FastMCP's client: `python mcp_transcript.py <url> <key>`."""
import asyncio, json, sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport

url, key = sys.argv[1:3]


async def seen(made):
    try:
        return await made
    except Exception as error:
        return {"thrown": type(error).__name__, "message": str(error)}


async def main():
    read = {}
    transport = StreamableHttpTransport(f"{url}/mcp/garden", headers={"Authorization": f"Bearer {key}"})
    async with Client(transport) as client:
        read["tools"] = [tool.name for tool in await client.list_tools()]
        read["watered"] = (await client.call_tool("water_beds", {"beds": 3})).structured_content
        read["unfit"] = await seen(client.call_tool("water_beds", {"beds": "many", "colour": "red"}))
        read["unlocked"] = await seen(client.call_tool("unlock_shed", {}))
        read["unknown"] = await seen(client.call_tool("dig", {}))
        read["resources"] = await seen(client.list_resource_templates())
    print(json.dumps(read))


asyncio.run(main())
