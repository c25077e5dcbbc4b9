"""The same tools by the clients of PyPI: `python mcp_python.py <url> <key>`. FastMCP's speaks the newest that both know."""
import asyncio, json, sys

from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp import ClientSession
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

url, key = sys.argv[1:3]
headers = {"Authorization": f"Bearer {key}"}


async def main():
    seen = {}
    async with Client(StreamableHttpTransport(f"{url}/mcp/garden", headers=headers)) as client:
        seen["fastmcp"] = [tool.name for tool in await client.list_tools()]
        seen["watered"] = (await client.call_tool("water_beds", {"beds": 3})).structured_content
    async with create_mcp_http_client(headers=headers) as http:
        async with streamable_http_client(f"{url}/mcp", http_client=http) as streams:
            async with ClientSession(streams[0], streams[1]) as session:
                await session.initialize()
                seen["mcp"] = [tool.name for tool in (await session.list_tools()).tools]
    print(json.dumps(seen))


asyncio.run(main())
