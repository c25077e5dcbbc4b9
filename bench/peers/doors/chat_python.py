"""The same conversation by the clients of PyPI: `python chat_python.py <url> <key>` prints what each made of it."""
import asyncio, json, os, sys

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import httpx
import litellm
import openai
from a2a.client import ClientConfig, create_client
from a2a.helpers import new_text_message
from a2a.types import GetTaskRequest, Role, SendMessageRequest, TaskState
from ag_ui.core import Event, RunAgentInput, UserMessage
from pydantic import TypeAdapter

url, key = sys.argv[1:3]
headers = {"Authorization": f"Bearer {key}"}
said = {"role": "user", "content": "Water three beds"}
litellm.telemetry = False
litellm.suppress_debug_info = True


def by_openai():
    client = openai.OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0)
    chunks = list(client.chat.completions.create(model="oracle", messages=[said], stream=True))
    response = client.responses.create(model="oracle", input="Open the shed")
    asked = next(item for item in response.output if item.type == "mcp_approval_request")
    decided = client.responses.create(
        model="oracle",
        previous_response_id=response.id,
        input=[{"type": "mcp_approval_response", "approval_request_id": asked.id, "approve": True}],
    )
    try:
        list(client.chat.completions.create(model="oracle", messages=[{"role": "user", "content": "Break"}], stream=True))
        broken = "nothing raised"
    except openai.APIError as error:
        broken = error.code
    return {
        "text": "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices),
        "asked": asked.name,
        "decided": decided.output_text,
        "broken": broken,
    }


def by_litellm():
    ask = lambda content, **more: litellm.completion(
        model="openai/oracle", api_base=f"{url}/v1", api_key=key, max_retries=0,
        messages=[{"role": "user", "content": content}], stream=True, **more,
    )
    chunks = list(ask("Water three beds"))
    try:
        list(ask("Break"))
        broken = "nothing raised"
    except Exception as error:
        broken = type(error).__name__
    return {
        "text": "".join(chunk.choices[0].delta.content or "" for chunk in chunks),
        "finish": [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices[0].finish_reason],
        "broken": broken,
    }


def by_ag_ui():
    request = RunAgentInput(
        thread_id="python", run_id="run", protocol_version="1.0", state={}, tools=[], context=[], forwarded_props={},
        messages=[UserMessage(id="u1", role="user", content="Water three beds")],
    )
    body = request.model_dump(by_alias=True, exclude_none=True, mode="json")
    answer = httpx.post(f"{url}/ag-ui", headers=headers, json=body, timeout=30)
    frames = [line[6:] for line in answer.text.split("\n") if line.startswith("data: ")]
    events = [TypeAdapter(Event).validate_json(frame) for frame in frames]
    return {
        "text": "".join(event.delta for event in events if event.type == "TEXT_MESSAGE_CONTENT"),
        "last": events[-1].outcome.type,
    }


async def by_a2a():
    config = ClientConfig(httpx_client=httpx.AsyncClient(headers=headers, timeout=30))
    async with await create_client(url, config) as client:
        async def send(text, **more):
            message = new_text_message(text, role=Role.ROLE_USER)
            for field, value in more.items():
                setattr(message, field, value)
            task, states, words = None, [], ""
            async for event in client.send_message(SendMessageRequest(message=message)):
                if event.HasField("task"):
                    task = event.task.id
                if event.HasField("status_update"):
                    states.append(TaskState.Name(event.status_update.status.state))
                if event.HasField("artifact_update"):
                    words += "".join(part.text for part in event.artifact_update.artifact.parts)
            return task, states[-1], words

        watered = await send("Water three beds")
        asked = await send("Open the shed")
        decided = await send("yes", task_id=asked[0])
        got = await client.get_task(GetTaskRequest(id=asked[0]))
        return {
            "text": watered[2],
            "state": watered[1],
            "asked": asked[1],
            "decided": decided[1],
            "got": TaskState.Name(got.status.state),
        }


print(json.dumps({
    "openai": by_openai(), "litellm": by_litellm(), "agUi": by_ag_ui(), "a2a": asyncio.run(by_a2a()),
}))
