"""Calls every method of the generated client once and prints one JSON line for each.

Usage: methods.py, with BASE_URL, API_KEY and PYTHONPATH (the client) in the environment.

A line is {"method": "memory.recall_memories", "result": "ok" | "unavailable" | "failed", "why": …}. `unavailable`: the server
answers 404 and names the feature that it lacks. A method without a call below fails, so a new client version is noticed.
"""

import asyncio
import importlib
import inspect
import json
import os
import pkgutil
import uuid

import hindsight_client_api
from hindsight_client_api import api, models
from hindsight_client_api.exceptions import ApiException

BANK = f"clients-{uuid.uuid4().hex[:12]}"
TEXT = "Ana: I moved to Porto in March 2026 because the studio is cheaper.\nBen: I am allergic to cats."
DOCUMENT = "notes/chat 1"


def of(model: str, **fields):
    """A request model, from plain values as they are on the wire; None: this version of the client has no such model."""
    known = getattr(models, model, None)
    return known and known.from_dict(fields)


def public_methods(client):
    """Yields (name, bound method, parameter names) of every operation of the client."""
    for module in pkgutil.iter_modules(api.__path__):
        loaded = importlib.import_module(f"hindsight_client_api.api.{module.name}")
        owner = next(value for name, value in vars(loaded).items() if name.endswith("Api") and inspect.isclass(value))
        instance = owner(client)
        for name, function in vars(owner).items():
            hidden = name.startswith("_") or name.endswith(("_with_http_info", "_without_preload_content"))
            if hidden or not inspect.isfunction(function):
                continue
            yield f"{module.name.removesuffix('_api')}.{name}", getattr(instance, name), set(inspect.signature(function).parameters)


def calls(found):
    """The arguments of each call, in the order in which they build on each other; None: the server lacks the operation."""
    bank = {"bank_id": BANK}
    memory = {**bank, "memory_id": found.get("memory")}
    document = {**bank, "document_id": DOCUMENT}
    entity = {**bank, "entity_id": found.get("entity")}
    model = {**bank, "mental_model_id": "ana"}
    directive = {**bank, "directive_id": found.get("directive")}
    done = {**bank, "operation_id": found.get("operation")}
    tagged = {"tags": ["team"], "tags_match": "any"}
    window = {"time_field": "created_at", "start_date": "2020-01-01T00:00:00Z", "end_date": "2100-01-01T00:00:00Z"}
    return {
        "monitoring.get_version": {},
        "monitoring.get_liveness": {},
        "monitoring.get_readiness": {},
        "monitoring.health_endpoint_health_get": {},
        "monitoring.metrics_endpoint_metrics_get": {},
        "banks.create_or_update_bank": {**bank, "create_bank_request": of("CreateBankRequest", name="Clients", mission="Test.")},
        "banks.update_bank": {**bank, "create_bank_request": of("CreateBankRequest", name="Clients")},
        "banks.list_banks": {"q": BANK, "limit": 10, "offset": 0},
        "banks.get_bank_profile": bank,
        "banks.update_bank_disposition": {
            **bank,
            "update_disposition_request": of("UpdateDispositionRequest", disposition={"skepticism": 2, "literalism": 3, "empathy": 4}),
        },
        "banks.add_bank_background": {**bank, "add_background_request": of("AddBackgroundRequest", content="They paint.")},
        "banks.get_bank_config": bank,
        "banks.update_bank_config": {**bank, "bank_config_update": of("BankConfigUpdate", updates={"retain_chunk_size": 3000})},
        "banks.reset_bank_config": bank,
        "audit.list_audit_logs": {**bank, "limit": 10, "offset": 0},
        "audit.get_audit_log": {**bank, "log_id": found.get("log")},
        "audit.audit_log_stats": {**bank, "period": "7d"},
        "banks.test_bank_llm": bank,
        "memory.dry_run_extract_memories": {**bank, "dry_run_extract_request": of("DryRunExtractRequest", content=TEXT)},
        "memory.retain_memories": {
            **bank,
            "retain_request": of("RetainRequest", items=[{"content": TEXT, "document_id": DOCUMENT, "tags": ["team"], "metadata": {"source": "chat"}}]),
        },
        "memory.list_memories": {**bank, "limit": 10, "offset": 0, **tagged, **window},
        "memory.get_memory": memory,
        "memory.update_memory": {**memory, "update_memory_request": of("UpdateMemoryRequest", context="Corrected.")},
        "memory.recall_memories": {
            **bank,
            "recall_request": of("RecallRequest", query="Why did Ana move?", include={"chunks": {}, "source_facts": {}, "entities": {}}, trace=True),
        },
        "memory.reflect": {**bank, "reflect_request": of("ReflectRequest", query="Why did Ana move?", include={"facts": {}, "tool_calls": {}})},
        "memory.get_graph": {**bank, "limit": 10, **tagged},
        "memory.list_tags": {**bank, "q": "te*", "source": "memories", "limit": 10, "offset": 0},
        "memory.list_observation_scopes": {**bank, "limit": 10, "offset": 0},
        "banks.trigger_consolidation": bank,
        "banks.recover_consolidation": bank,
        "banks.get_agent_stats": {**bank, "refresh": True},
        "banks.get_memories_timeseries": {**bank, "period": "30d", "time_field": "created_at"},
        "documents.list_documents": {**bank, "q": "notes", **tagged, **window, "time_field": "updated_at"},
        "documents.get_document": document,
        "documents.list_document_chunks": {**document, "limit": 10, "offset": 0},
        "documents.get_chunk": {"chunk_id": found.get("chunk")},
        "documents.update_document": {**document, "update_document_request": of("UpdateDocumentRequest", tags=["team", "move"])},
        "documents.reprocess_document": document,
        "entities.list_entities": {**bank, "limit": 10, "offset": 0, **tagged},
        "entities.get_entity": {**entity, **tagged},
        "entities.get_entity_graph": {**bank, "limit": 10, "min_count": 1, **tagged},
        "entities.regenerate_entity_observations": entity,
        "operations.list_operations": {**bank, "limit": 10, "offset": 0, "exclude_parents": False},
        "operations.get_operation_status": {**done, "include_payload": True},
        "mental_models.create_mental_model": {
            **bank,
            "create_mental_model_request": of(
                "CreateMentalModelRequest", id="ana", name="Ana", source_query="Where does Ana live?", tags=["team"], trigger={"mode": "delta", "keep_trace": True}
            ),
        },
        "mental_models.list_mental_models": {**bank, **tagged, "detail": "full", "limit": 10, "offset": 0, "exclude_knowledge_pages": True},
        "mental_models.get_mental_model": {**model, "detail": "full"},
        "mental_models.update_mental_model": {**model, "update_mental_model_request": of("UpdateMentalModelRequest", max_tokens=512)},
        "mental_models.dry_run_refresh_mental_model": model,
        "mental_models.refresh_mental_model": model,
        "mental_models.get_mental_model_history": model,
        "mental_models.clear_mental_model": model,
        "mental_models.delete_mental_model": model,
        "directives.create_directive": {**bank, "create_directive_request": of("CreateDirectiveRequest", name="Brief", content="Be brief.", tags=["team"])},
        "directives.list_directives": {**bank, **tagged, "active_only": True, "limit": 10, "offset": 0},
        "directives.get_directive": directive,
        "directives.update_directive": {**directive, "update_directive_request": of("UpdateDirectiveRequest", is_active=False)},
        "directives.delete_directive": directive,
        "knowledge_base.create_knowledge_folder": {**bank, "create_folder_request": of("CreateFolderRequest", name="People")},
        "knowledge_base.create_knowledge_page": {
            **bank,
            "create_page_request": of(
                "CreatePageRequest", name="Ana", source_query="Where does Ana live?", parent_id=found.get("folder"), trigger={"mode": "full"}
            ),
        },
        "knowledge_base.get_knowledge_base_tree": bank,
        "knowledge_base.get_knowledge_page": {**bank, "page_id": found.get("page")},
        "knowledge_base.search_knowledge_base": {**bank, "q": "Ana", "limit": 5},
        "knowledge_base.update_knowledge_node": {**bank, "node_id": found.get("page"), "update_node_request": of("UpdateNodeRequest", name="Ana S.")},
        "knowledge_base.export_knowledge_base": bank,
        "knowledge_base.delete_knowledge_node": {**bank, "node_id": found.get("folder")},
        "llm_traces.list_llm_requests": {**bank, "limit": 10, "offset": 0, "group": False},
        "llm_traces.llm_request_stats": {**bank, "period": "7d"},
        "bank_templates.get_bank_template_schema": {},
        "bank_templates.export_bank_template": bank,
        "bank_templates.import_bank_template": {**bank, "bank_template_manifest": found.get("manifest"), "dry_run": True},
        "document_transfer.export_documents": {**bank, "include_observations": True},
        "document_transfer.download_file": {"key": found.get("key")},
        "document_transfer.import_documents": {**bank, "file": found.get("archive"), "on_conflict": "skip"},
        "document_transfer.export_documents_sync_removed": bank,
        "bank_transfer.export_bank_transfer": {**bank, "include_data": True, "include_bank_config": True},
        "bank_transfer.import_bank_transfer": {**bank, "file": found.get("archive"), "mode": "merge", "document_conflict": "skip"},
        "bank_transfer.clone_bank": {**bank, "target_bank_id": f"{BANK}-copy", "include_data": True},
        "operations.cancel_operation": {**bank, "operation_id": found.get("waiting")},
        "operations.retry_operation": {**bank, "operation_id": found.get("waiting")},
        "operations.delete_operation": done,
        "memory.get_observation_history": {**bank, "memory_id": found.get("observation")},
        "memory.clear_memory_observations": memory,
        "banks.clear_observations": bank,
        "documents.delete_document": document,
        "memory.clear_bank_memories": {**bank, "type": "world"},
        "banks.delete_bank": bank,
    }


LACKING = {
    "banks.list_bank_aliases": {"bank_id": BANK},
    "banks.create_bank_alias": {"bank_id": BANK, "create_bank_alias_request": ("CreateBankAliasRequest", {"alias": "a"})},
    "banks.set_bank_alias_primary": {"bank_id": BANK, "alias": "a", "set_bank_alias_primary_request": ("SetBankAliasPrimaryRequest", {"primary": True})},
    "banks.delete_bank_alias": {"bank_id": BANK, "alias": "a"},
    "banks.preview_prompt": {"bank_id": BANK, "prompt_preview_request": ("PromptPreviewRequest", {"operation": "retain"})},
    "documents.get_document_history": {"bank_id": BANK, "document_id": DOCUMENT},
    "files.file_retain": {"bank_id": BANK, "files": [("a.txt", b"x")], "request": "{}"},
    "memory.get_bank_attachment": {"bank_id": BANK, "attachment_id": "a"},
    "memory.preview_consolidation_strategies": {
        "bank_id": BANK,
        "consolidation_strategies_preview_request": ("ConsolidationStrategiesPreviewRequest", {"strategies": []}),
    },
    "webhooks.list_webhooks": {"bank_id": BANK},
    "webhooks.create_webhook": {"bank_id": BANK, "create_webhook_request": ("CreateWebhookRequest", {"url": "https://example.com"})},
    "webhooks.update_webhook": {"bank_id": BANK, "webhook_id": "a", "update_webhook_request": ("UpdateWebhookRequest", {})},
    "webhooks.delete_webhook": {"bank_id": BANK, "webhook_id": "a"},
    "webhooks.list_webhook_deliveries": {"bank_id": BANK, "webhook_id": "a"},
}


def report(method, result, why=None):
    print(json.dumps({"method": method, "result": result, **({"why": str(why)[:400]} if why else {})}), flush=True)


def note(name, answer, found):
    """Remembers ids that later calls need."""
    if name == "memory.list_memories":
        found["memory"] = answer.items[0].id if hasattr(answer.items[0], "id") else answer.items[0]["id"]
    elif name == "audit.list_audit_logs":
        found["log"] = answer.items[0].id
    elif name == "entities.list_entities":
        found["entity"] = answer.items[0].id
    elif name == "documents.list_document_chunks":
        found["chunk"] = answer.items[0].chunk_id
    elif name == "operations.list_operations":
        ended = [one.id for one in answer.operations if one.status in ("completed", "failed")]
        found["operation"] = ended[0] if ended else answer.operations[0].id
    elif name == "bank_templates.export_bank_template":
        found["manifest"] = answer
    elif name == "document_transfer.export_documents":
        found["exported"] = answer.operation_id
    elif name == "document_transfer.download_file":
        found["archive"] = ("archive.zip", bytes(answer))
    elif name == "mental_models.create_mental_model":
        found["waiting"] = answer.operation_id
    elif name == "directives.create_directive":
        found["directive"] = answer.id
    elif name == "knowledge_base.create_knowledge_folder":
        found["folder"] = answer.id
    elif name == "knowledge_base.create_knowledge_page":
        found["page"] = answer.page_id


async def settled(methods):
    """Waits until nothing of the bank waits or runs, so that what follows does not depend on the speed of the server."""
    for _ in range(300):
        answer = await methods["operations.list_operations"](bank_id=BANK, limit=100)
        if all(one.status in ("completed", "failed", "cancelled") for one in answer.operations):
            return
        await asyncio.sleep(0.1)


# An operation that has ended can be neither canceled nor retried; a memory that does not exist has no history.
REFUSED = {
    "operations.cancel_operation": 409,
    "operations.retry_operation": 409,
    "memory.get_observation_history": 404,
    "document_transfer.export_documents_sync_removed": 410,
}


def refusal(name, every):
    """The status with which the server refuses a call of this client; None: it answers."""
    if name == "bank_templates.import_bank_template" and "bank_template_manifest" not in every[name][1]:
        return 400  # These versions send no manifest.
    if "document_transfer.export_documents_sync_removed" not in every:
        # These versions only know the removed export, so they have no archive.
        old = {"document_transfer.export_documents": 410, "document_transfer.import_documents": 400}
        return old.get(name, REFUSED.get(name))
    return REFUSED.get(name)


SETTLES = {
    "operations.list_operations",
    "operations.delete_operation",
    "mental_models.refresh_mental_model",
    "mental_models.delete_mental_model",
    "document_transfer.download_file",
    "bank_transfer.clone_bank",
    "documents.delete_document",
}


async def main():
    configuration = hindsight_client_api.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"])
    async with hindsight_client_api.ApiClient(configuration) as client:
        client.set_default_header("Authorization", f"Bearer {os.environ['API_KEY']}")
        found = {"observation": str(uuid.uuid4()), "archive": ("archive.zip", b"")}
        every = {name: (method, parameters) for name, method, parameters in public_methods(client)}
        methods = {name: method for name, (method, _) in every.items()}
        for name in calls(found):
            if name not in every:
                continue
            method, parameters = every[name]
            if name in SETTLES:
                await settled(methods)
            if name == "document_transfer.download_file" and "exported" in found:
                ended = await methods["operations.get_operation_status"](bank_id=BANK, operation_id=found["exported"])
                found["key"] = ended.result_metadata["storage_key"]
            arguments = {key: value for key, value in calls(found)[name].items() if key in parameters}
            try:
                note(name, await method(**arguments), found)
                report(name, "ok")
            except UnicodeDecodeError:
                # The archive is text to 0.9.
                raw = await getattr(method.__self__, f"{method.__name__}_without_preload_content")(**arguments)
                note(name, await raw.read(), found)
                report(name, "ok")
            except ApiException as error:
                expected = refusal(name, every) == error.status
                report(name, "ok" if expected else "failed", None if expected else f"{error.status} {error.body}")
            except Exception as error:
                report(name, "failed", f"{type(error).__name__}: {error}")
        for name, (method, parameters) in every.items():
            if name in calls(found):
                continue
            if name not in LACKING:
                report(name, "failed", "no call is written for this method")
                continue
            try:
                arguments = {
                    key: of(value[0], **value[1]) if isinstance(value, tuple) else value for key, value in LACKING[name].items() if key in parameters
                }
                await method(**arguments)
                report(name, "failed", "the server has this operation: call it above")
            except ApiException as error:
                named = error.status == 404 and "not available in this version" in str(error.body)
                report(name, "unavailable" if named else "failed", f"{error.status} {error.body}")
            except Exception as error:
                report(name, "failed", f"{type(error).__name__}: {error}")


asyncio.run(main())
