// The same conversation by the AI SDK's chat of a page: `node ai-sdk-ui.mjs <url> <key>`.
import { AbstractChat, DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';

const [url, key] = process.argv.slice(2);
const transport = (body = {}) =>
  new DefaultChatTransport({ api: `${url}/ai/chat`, headers: { Authorization: `Bearer ${key}` }, body });

/** State of a chat without a framework. */
class State {
  status = 'ready';
  error = undefined;
  messages = [];
  pushMessage = (message) => this.messages.push(message);
  popMessage = () => this.messages.pop();
  replaceMessage = (index, message) => (this.messages[index] = message);
  snapshot = (value) => structuredClone(value);
}
class Chat extends AbstractChat {
  constructor(id, options = {}) {
    super({ id, state: new State(), transport: transport(options.body), ...options });
  }
}
const textOf = ({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
const toolsOf = ({ parts }) =>
  parts.flatMap((part) => ('toolCallId' in part ? [[part.toolName ?? part.type, part.state]] : []));
const seen = {};

const beds = new Chat('beds');
await beds.sendMessage({ text: 'Water three beds' });
seen.text = textOf(beds.lastMessage);
seen.tools = toolsOf(beds.lastMessage);
await beds.sendMessage({ text: 'And again?' });
seen.second = textOf(beds.lastMessage);
await beds.regenerate();
seen.again = textOf(beds.lastMessage);
seen.messages = beds.messages.length;

const tools = [{ name: 'pickColor', description: 'Asks', parameters: { type: 'object', properties: {} } }];
const colors = new Chat('colors', {
  body: { tools },
  onToolCall: ({ toolCall }) => {
    seen.handed = toolCall.toolName;
  },
});
await colors.sendMessage({ text: 'Which color?' });
const call = colors.lastMessage.parts.find((part) => part.toolName === 'pickColor');
seen.called = call?.state;
await colors.addToolOutput({ tool: 'pickColor', toolCallId: call.toolCallId, output: 'red' });
await colors.sendMessage();
seen.colored = textOf(colors.lastMessage);

const shed = new Chat('shed', {
  sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
});
await shed.sendMessage({ text: 'Open the shed' });
seen.asked = toolsOf(shed.lastMessage);
const asked = shed.lastMessage.parts.find(({ approval }) => approval !== undefined);
await shed.addToolApprovalResponse({ id: asked.approval.id, approved: true });
for (let turn = 0; turn < 100 && shed.status !== 'ready'; turn++) await new Promise((next) => setTimeout(next, 50));
seen.decided = textOf(shed.lastMessage);
seen.after = toolsOf(shed.lastMessage);

const broken = new Chat('broken', { onError: (error) => (seen.broken = error.message) });
await broken.sendMessage({ text: 'Break' });
seen.status = broken.status;
await beds.resumeStream();
seen.resumed = beds.status;
console.log(JSON.stringify(seen));
