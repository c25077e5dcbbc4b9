import type { ApprovalDecision } from '../../../plugin/index.js';
import type { ChatMessage } from '../chat-request.js';
import type { InputContent, InputItem, ResponsesRequest } from './request.js';

/** The items of a request in the words of chat completions, and what they decide. */
export interface ReadItems {
  readonly messages: readonly ChatMessage[];
  readonly decisions: readonly ApprovalDecision[];
  /** Ids of items of answers that stand in the request for the items themselves, in order. */
  readonly references: readonly string[];
  /**
   * The place of words or a call of an assistant that stand behind a later message of the person than the last item that is referred
   * to: somebody else's answer.
   */
  readonly foreign: number | undefined;
  /** What stands as answered, before and behind the items that are referred to: of the conversation that it goes on, or not. */
  readonly alleged: readonly AllegedAnswer[];
}

/** An item that a client takes for one of this oracle's. */
export interface AllegedAnswer {
  /** Its place in the request. */
  readonly place: number;
  readonly id: string | undefined;
  readonly text?: string;
  readonly callId?: string;
}

type AssistantMessage = Extract<ChatMessage, { readonly role: 'assistant' }>;

/**
 * What an answer was made of stands in several items: they are one message of the assistant again, so that a conversation is
 * known by its words over either of OpenAI's protocols.
 */
export function readItems({ input, instructions }: ResponsesRequest): ReadItems {
  const items: readonly InputItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input;
  const messages: ChatMessage[] = [];
  const decisions: ApprovalDecision[] = [];
  const references: string[] = [];
  let isAskedSince = false;
  let foreign: number | undefined;
  const alleged: AllegedAnswer[] = [];
  if (instructions != null && instructions !== '')
    messages.push({ role: 'developer', content: instructions });
  for (const [place, item] of items.entries()) {
    switch (item.type) {
      case 'message':
        if (item.role === 'assistant') {
          const text = textOf(item.content);
          if (isAskedSince) foreign ??= place;
          alleged.push({ place, id: idOf(item), text });
          answerWith(messages, { text });
        } else {
          isAskedSince ||= item.role === 'user';
          messages.push({ role: item.role, content: partsOf(item.content) });
        }
        break;
      case 'function_call': {
        const { call_id: id, name, arguments: args } = item;
        if (isAskedSince) foreign ??= place;
        alleged.push({ place, id: idOf(item), callId: id });
        answerWith(messages, { call: { id, type: 'function', function: { name, arguments: args } } });
        break;
      }
      case 'function_call_output':
        messages.push({ role: 'tool', tool_call_id: item.call_id, content: textOf(item.output) });
        break;
      case 'mcp_approval_response': {
        const { approval_request_id: id, approve: approved, reason } = item;
        decisions.push({ id, approved, ...(reason == null ? {} : { reason }) });
        break;
      }
      case 'item_reference':
        references.push(item.id);
        isAskedSince = false;
        foreign = undefined;
        answerWith(messages, {});
        break;
      case 'mcp_list_tools':
        break;
      default:
        answerWith(messages, {});
    }
  }
  return { messages, decisions, references, foreign, alleged };
}

function idOf({ id }: { readonly [member: string]: unknown }): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** Adds to the answer that the messages end with, or begins one. */
function answerWith(
  messages: ChatMessage[],
  more: { readonly text?: string; readonly call?: NonNullable<AssistantMessage['tool_calls']>[number] },
): void {
  const last = messages.at(-1);
  const answer = last?.role === 'assistant' ? last : undefined;
  const said = typeof answer?.content === 'string' ? answer.content : '';
  const content = [said, more.text ?? ''].filter((part) => part !== '').join('\n\n');
  const tool_calls = [...(answer?.tool_calls ?? []), ...(more.call === undefined ? [] : [more.call])];
  const joined: AssistantMessage = { role: 'assistant', content, tool_calls };
  if (answer === undefined) messages.push(joined);
  else messages[messages.length - 1] = joined;
}

function textOf(content: InputContent): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((part) => ('text' in part ? [part.text] : part.type === 'refusal' ? [part.refusal] : []))
    .join('\n');
}

function partsOf(content: InputContent): ChatMessage['content'] {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    switch (part.type) {
      case 'refusal':
        return { type: 'refusal' as const, refusal: part.refusal as string };
      case 'input_image':
        return { type: 'image_url' as const, image_url: { url: (part.image_url as string | null) ?? '' } };
      case 'input_file': {
        const { filename, file_data } = part as { filename?: string | null; file_data?: string | null };
        return {
          type: 'file' as const,
          file: {
            ...(filename == null ? {} : { filename }),
            ...(file_data == null ? {} : { file_data }),
          },
        };
      }
      default:
        return { type: 'text' as const, text: part.text as string };
    }
  });
}
