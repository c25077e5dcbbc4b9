import { a2a } from './a2a.js';
import { agUi } from './ag-ui.js';
import { aiSdk } from './ai-sdk.js';
import { native } from './native.js';
import { openAiChat } from './openai-chat.js';
import { openAiResponses } from './openai-responses.js';
import type { Speaker } from './speaker.js';

/** A client of each door that leads a conversation. */
export const SPEAKERS: readonly Speaker[] = [native, openAiChat, openAiResponses, aiSdk, agUi, a2a];

export { type Conversation, type Got, type Heard, PICK_COLOR, type Sent } from './speaker.js';
