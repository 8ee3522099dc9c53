"""Lists and calls every MCP tool with the official client and prints one JSON line for each.

Usage: mcp_tools.py [PATH], with BASE_URL, API_KEY and PYTHONPATH (the `mcp` package) in the environment. PATH is `/mcp` (default) or
`/mcp/{bank}`. A line is {"method": "recall", "result": "ok" | "failed", "why": …}. A tool without a call below fails.
"""

import asyncio
import json
import os
import sys
import uuid

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

PATH = sys.argv[1] if len(sys.argv) > 1 else "/mcp"
BANK = f"mcp-{uuid.uuid4().hex[:12]}"
TEXT = "Ana: I moved to Porto in March 2026 because the studio is cheaper.\nBen: I am allergic to cats."
DOCUMENT = "notes/chat 1"


def calls(found):
    """The arguments of each call, in the order in which they build on each other."""
    memory = {"memory_id": found.get("memory")}
    model = {"mental_model_id": "ana"}
    return {
        "create_bank": {"name": "Clients"},
        "sync_retain": {"content": TEXT, "document_id": DOCUMENT, "tags": ["team"]},
        "retain": {"content": "Cleo plays the harp.", "document_id": "note"},
        "get_operation": {"operation_id": found.get("operation")},
        "list_operations": {"limit": 5},
        "recall": {"query": "Why did Ana move?", "include_chunks": True},
        "reflect": {"query": "Why did Ana move?", "include_based_on": True},
        "list_banks": {"query": BANK},
        "get_bank": {},
        "get_bank_stats": {},
        "update_bank": {"mission": "Test."},
        "list_tags": {},
        "list_memories": {"q": "cats"},
        "get_memory": memory,
        "update_memory": {**memory, "context": "Corrected."},
        "invalidate_memory": {**memory, "reason": "A joke."},
        "list_documents": {},
        "get_document": {"document_id": DOCUMENT},
        "create_mental_model": {**model, "name": "Ana", "source_query": "Where does Ana live?"},
        "list_mental_models": {},
        "get_mental_model": model,
        "update_mental_model": {**model, "name": "Ana and Porto"},
        "refresh_mental_model": model,
        "clear_mental_model": model,
        "delete_mental_model": model,
        "create_directive": {"name": "Brief", "content": "Be brief."},
        "list_directives": {},
        "delete_directive": {"directive_id": found.get("directive")},
        "create_knowledge_folder": {"name": "People"},
        "create_knowledge_page": {"name": "Ana", "source_query": "Where does Ana live?", "parent_id": found.get("folder")},
        "get_knowledge_base_tree": {},
        "search_knowledge_base": {"query": "Ana"},
        "get_knowledge_page": {"page_id": found.get("page")},
        "update_knowledge_node": {"node_id": found.get("page"), "name": "Ana S."},
        "delete_knowledge_node": {"node_id": found.get("folder")},
        "delete_document": {"document_id": DOCUMENT},
        "clear_memories": {},
        "delete_bank": {},
    }


# An operation that has ended cannot be canceled: an error result is the right answer.
REFUSED = {"cancel_operation"}


def report(method, result, why=None):
    print(json.dumps({"method": method, "result": result, **({"why": str(why)[:400]} if why else {})}), flush=True)


def note(name, value, found):
    """Remembers ids that later calls need."""
    if name == "retain":
        found["operation"] = value["operation_id"]
    elif name == "list_memories":
        found["memory"] = value["items"][0]["id"]
    elif name == "create_directive":
        found["directive"] = value["id"]
    elif name == "create_knowledge_folder":
        found["folder"] = value["id"]
    elif name == "create_knowledge_page":
        found["page"] = value["page_id"]


async def settled(client, bank):
    """Waits until nothing of the bank runs, so that what follows does not depend on the speed of the server."""
    for _ in range(300):
        answer = await client.call_tool("list_operations", {**bank, "limit": 20})
        if all(one["status"] in ("completed", "failed", "cancelled") for one in answer.structured_content["operations"]):
            return
        await asyncio.sleep(0.1)


async def main():
    path = PATH.replace("{bank}", BANK)
    bank = {"bank_id": BANK} if path == "/mcp" else {}
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        async with Client(streamable_http_client(os.environ["BASE_URL"] + path, http_client=http)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            found = {}
            called = set()
            # What is refused is refused of a bank that exists: the last call deletes it.
            *before, last = calls(found)
            for name in [*before, *REFUSED, last]:
                if name not in names:
                    continue
                called.add(name)
                if name in ("refresh_mental_model", "delete_mental_model", "clear_memories", "cancel_operation"):
                    await settled(client, bank)
                arguments = {"operation_id": found.get("operation")} if name in REFUSED else calls(found)[name]
                answer = await client.call_tool(name, {**bank, **arguments})
                wants_error = name in REFUSED
                if bool(answer.is_error) != wants_error:
                    report(name, "failed", answer.content)
                    continue
                if not wants_error:
                    note(name, answer.structured_content, found)
                report(name, "ok")
            for name in names - called:
                report(name, "failed", "no call in mcp_tools.py")


asyncio.run(main())
