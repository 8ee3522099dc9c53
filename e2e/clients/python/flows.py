"""Stores and recalls through one agent integration with its defaults, on a bank without a language model.

Usage: flows.py INTEGRATION, with BASE_URL, API_KEY and PYTHONPATH in the environment. Prints one JSON line for each step:
{"step": "recall", "result": "ok" | "failed", "why": …}.
"""

import asyncio
import inspect
import json
import os
import sys
import uuid

URL, KEY = os.environ["BASE_URL"], os.environ["API_KEY"]
BANK = f"flow-{uuid.uuid4().hex[:12]}"
FACT = "I am allergic to peanuts and live in Ghent."
QUESTION = "Where do I live?"


def step(name, answer, expected="Ghent"):
    """Reports whether an answer mentions what was stored."""
    text = str(answer)
    result = "ok" if expected in text else "failed"
    print(json.dumps({"step": name, "result": result, **({} if result == "ok" else {"why": text[:400]})}), flush=True)


def client():
    from hindsight_client import Hindsight

    return Hindsight(base_url=URL, api_key=KEY)


async def langgraph():
    from hindsight_langgraph import create_hindsight_tools, memory_instructions

    given = {"bank_id": BANK, "hindsight_api_url": URL, "api_key": KEY}
    retain, recall, reflect = create_hindsight_tools(**given)
    step("retain", await retain.ainvoke({"content": FACT}), "stored")
    step("recall", await recall.ainvoke({"query": QUESTION}))
    step("reflect", await reflect.ainvoke({"query": QUESTION}))
    step("instructions", await memory_instructions(**given)())


async def langgraph_nodes():
    from hindsight_langgraph import create_recall_node, create_retain_node
    from langchain_core.messages import HumanMessage

    given = {"bank_id": BANK, "hindsight_api_url": URL, "api_key": KEY}
    await create_retain_node(**given)({"messages": [HumanMessage(FACT)]})
    step("recall node", await create_recall_node(**given)({"messages": [HumanMessage(QUESTION)]}))


async def openai_agents():
    from agents.tool_context import ToolContext
    from hindsight_openai_agents import create_hindsight_tools, memory_instructions

    given = {"bank_id": BANK, "hindsight_api_url": URL, "api_key": KEY}

    async def invoke(tool, **arguments):
        sent = json.dumps(arguments)
        known = inspect.signature(ToolContext).parameters
        context = {"context": None, "tool_name": tool.name, "tool_call_id": "1", "tool_arguments": sent}
        return await tool.on_invoke_tool(ToolContext(**{key: value for key, value in context.items() if key in known}), sent)

    retain, recall, reflect = create_hindsight_tools(**given)
    step("retain", await invoke(retain, content=FACT), "stored")
    step("recall", await invoke(recall, query=QUESTION))
    step("reflect", await invoke(reflect, query=QUESTION))
    step("instructions", await memory_instructions(**given)(None, None))


async def pydantic_ai():
    from hindsight_pydantic_ai import create_hindsight_tools, memory_instructions

    given = {"bank_id": BANK, "hindsight_api_url": URL, "api_key": KEY}
    retain, recall, reflect = (tool.function for tool in create_hindsight_tools(**given))
    step("retain", await retain(FACT), "stored")
    step("recall", await recall(QUESTION))
    step("reflect", await reflect(QUESTION))
    step("instructions", await memory_instructions(**given)(None))


def agno():
    from agno.run import RunContext
    from hindsight_agno import HindsightTools, memory_instructions

    given = {"bank_id": BANK, "hindsight_api_url": URL, "api_key": KEY}
    tools = HindsightTools(**given)
    run = RunContext(run_id="1", session_id="1")
    step("retain", tools.retain_memory(run, FACT), "stored")
    step("recall", tools.recall_memory(run, QUESTION))
    step("reflect", tools.reflect_on_memory(run, QUESTION))
    step("instructions", memory_instructions(**given))


async def llamaindex():
    from hindsight_llamaindex import HindsightMemory, HindsightToolSpec
    from llama_index.core.llms import ChatMessage, MessageRole

    tools = HindsightToolSpec(client=client(), bank_id=BANK)
    step("retain", await tools.aretain_memory(FACT), "stored")
    step("recall", await tools.arecall_memory(QUESTION))
    step("reflect", await tools.areflect_on_memory(QUESTION))
    bank = f"{BANK}-memory"
    memory = HindsightMemory.from_client(client(), bank)
    await memory.aput(ChatMessage(role=MessageRole.USER, content=FACT))
    later = HindsightMemory.from_client(client(), bank)
    step("chat memory", [message.content for message in await later.aget(QUESTION)])


def litellm():
    # Its list of models is fetched from the network otherwise.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import hindsight_litellm

    hindsight_litellm.configure(hindsight_api_url=URL, api_key=KEY, bank_id=BANK, sync_storage=True, verbose=True)
    hindsight_litellm.enable()
    model = {"model": "gpt-4o-mini", "api_key": "none"}
    hindsight_litellm.completion(messages=[{"role": "user", "content": FACT}], mock_response="Noted.", **model)
    step("recall", hindsight_litellm.recall(QUESTION))
    hindsight_litellm.completion(messages=[{"role": "user", "content": QUESTION}], mock_response="In your town.", **model)
    step("injection", hindsight_litellm.get_last_injection_debug())


flow = globals()[sys.argv[1]]
if inspect.iscoroutinefunction(flow):
    asyncio.run(flow())
else:
    flow()
