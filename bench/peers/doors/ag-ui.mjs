// The same conversation by AG-UI's own client: `node ag-ui.mjs <url> <key>`.
import { HttpAgent } from '@ag-ui/client';

const [url, key] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}` };
const agentOf = (threadId) => new HttpAgent({ url: `${url}/ag-ui`, headers, threadId });
const say = (agent, content) => agent.messages.push({ id: crypto.randomUUID(), role: 'user', content });
const last = (agent) => agent.messages.at(-1)?.content;
const seen = {};

const beds = agentOf('beds');
say(beds, 'Water three beds');
await beds.runAgent({});
seen.text = last(beds);
seen.state = beds.state;
seen.roles = beds.messages.map(({ role }) => role);
say(beds, 'And again?');
await beds.runAgent({});
seen.second = last(beds);

const colors = agentOf('colors');
const tools = [{ name: 'pickColor', description: 'Asks', parameters: { type: 'object', properties: {} } }];
say(colors, 'Which color?');
await colors.runAgent({ tools });
const call = colors.messages.findLast(({ toolCalls }) => toolCalls?.length > 0).toolCalls[0];
seen.called = call.function.name;
colors.messages.push({ id: crypto.randomUUID(), role: 'tool', toolCallId: call.id, content: 'red' });
await colors.runAgent({ tools });
seen.colored = last(colors);

const shed = agentOf('shed');
say(shed, 'Open the shed');
await shed.runAgent({});
seen.pending = shed.pendingInterrupts.map(({ message }) => message);
await shed.runAgent({
  resume: shed.pendingInterrupts.map(({ id }) => ({
    interruptId: id,
    status: 'resolved',
    payload: { approved: true },
  })),
});
seen.decided = last(shed);
seen.calls = shed.messages.flatMap(({ toolCalls }) => toolCalls ?? []).length;

const broken = agentOf('broken');
say(broken, 'Break');
try {
  await broken.runAgent({}, { onRunErrorEvent: ({ event }) => (seen.broken = event.code) });
} catch (error) {
  seen.thrown = String(error.message);
}
const stranger = new HttpAgent({ url: `${url}/ag-ui`, threadId: 'x' });
say(stranger, 'Hi');
try {
  await stranger.runAgent({});
} catch (error) {
  seen.stranger = String(error.message);
}
console.log(JSON.stringify(seen));
