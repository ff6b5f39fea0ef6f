"""Calls the server with the clients of both versions that the official Python SDK has.

    pip install 'a2a-sdk[grpc]'
    python clients.py [HOST:PORT]
"""

import asyncio
import sys

import grpc
from a2a.client.transports.base import ClientTransport
from a2a.client.transports.grpc import GrpcTransport
from a2a.compat.v0_3.grpc_transport import CompatGrpcTransport
from a2a.types import a2a_pb2 as a2a


async def call(version: str, client: ClientTransport) -> str:
    """Says something, in one answer and in a stream, and gives the id of the task that came of it."""
    parts = [a2a.Part(text=f"hello from {version}")]
    message = a2a.Message(message_id="m-1", role=a2a.ROLE_USER, parts=parts)
    # Without a configuration the v0.3 client of the SDK would not wait for the answer, where the one of v1.0 does.
    request = a2a.SendMessageRequest(message=message, configuration=a2a.SendMessageConfiguration())
    async for update in client.send_message_streaming(request):
        print(f"{version}: {update.WhichOneof('payload')}")
    task = (await client.send_message(request)).task
    print(f"{version}: {task.id}: {a2a.TaskState.Name(task.status.state)}: {task.artifacts[0].parts[0].text}")
    hook = a2a.TaskPushNotificationConfig(task_id=task.id, id="hook", url="https://client.example")
    await client.create_task_push_notification_config(hook)
    card = await client.get_extended_agent_card(a2a.GetExtendedAgentCardRequest())
    print(f"{version}: {card.name}: {[interface.protocol_version for interface in card.supported_interfaces]}")
    return task.id


async def main() -> None:
    address = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:50051"
    async with grpc.aio.insecure_channel(address) as channel:
        old, new = CompatGrpcTransport(channel, None), GrpcTransport(channel, None)
        of_old, of_new = await call("v0.3", old), await call("v1.0", new)
        # Each sees the task of the other, and its webhook.
        for version, client, task in [("v0.3", old, of_new), ("v1.0", new, of_old)]:
            seen = await client.get_task(a2a.GetTaskRequest(id=task))
            hook = await client.get_task_push_notification_config(
                a2a.GetTaskPushNotificationConfigRequest(task_id=task, id="hook")
            )
            print(f"{version}: {seen.id}: {seen.artifacts[0].parts[0].text}: {hook.url}")


asyncio.run(main())
