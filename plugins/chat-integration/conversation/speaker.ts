import type { Conversations, Logger, OracleError, Principal, SequencedEvent } from 'oracle-runtime/plugin';
import { OracleError as Failure } from 'oracle-runtime/plugin';
import type { DesignService } from '../../sampling/service.js';
import type { FileService } from '../../vfs/service.js';
import { patiently, reasonOf, type WebClient } from '../connection/web-api.js';
import { messageKey } from '../inbox/inbox.js';
import type { ChatFile } from '../service.js';
import type { Questions } from '../store/questions.js';
import { answerKey, type Said } from '../store/said.js';
import { inShort, questionBlocks, sealQuestion } from './buttons.js';
import { drawOf, fieldList } from './field-list.js';
import { fileOf, uploadFiles } from './files-out.js';
import { type Place, personKey, threadKey } from './place.js';
import { Reply } from './reply.js';
import { withoutAlarm } from './without-alarm.js';

export interface SpeakerOptions {
  readonly conversations: Conversations;
  readonly questions: Questions;
  readonly said: Pick<Said, 'keep'>;
  readonly files: FileService | undefined;
  readonly designs: DesignService | undefined;
  readonly buttonKey: () => Promise<Buffer>;
  readonly origin: string | undefined;
  readonly logger: Logger;
}

/** One run, whose words go to a place in Slack. */
export interface Speech {
  readonly web: WebClient;
  readonly principal: Principal;
  readonly sessionId: string;
  readonly runId: string;
  readonly place: Place;
  /** The message of a process before this one that said the same. */
  readonly begun: string | undefined;
  readonly onBegun: (ts: string) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Says in Slack what a run says: its words as they come, then its files, the lists of its draws and its questions. */
export function createSpeaker(options: SpeakerOptions) {
  return async function speak(speech: Speech): Promise<void> {
    const { web, place, signal } = speech;
    const reply = new Reply({
      web,
      ...place,
      begun: speech.begun,
      onBegun: speech.onBegun,
      signal,
      logger: options.logger,
    });
    const heard = await listen(options, speech, reply);
    if (reply.isEmpty && heard.files.length === 0 && !heard.asks) await reply.say('Done.');
    await reply.finish();
    await uploadFiles(heard.files, place, web, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      options.logger.warn({ reason: reasonOf(error) }, 'Slack takes no files');
      return say(
        web,
        place,
        'The files could not be put here: the app may lack the scope files:write.',
        signal,
      );
    });
  };
}

/** Says one thing in a place. */
export async function say(
  web: WebClient,
  { channel, threadTs }: Pick<Place, 'channel' | 'threadTs'>,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
  const { ts } = await patiently(signal, () =>
    web.chat.postMessage({ channel, ...thread, markdown_text: withoutAlarm(text) }),
  );
  return ts;
}

interface Heard {
  readonly files: ChatFile[];
  asks: boolean;
}

async function listen(options: SpeakerOptions, speech: Speech, reply: Reply): Promise<Heard> {
  const heard: Heard = { files: [], asks: false };
  const { principal, sessionId, runId, signal } = speech;
  let messageId = '';
  const kept = new Set<string>();
  /** So that an answer that is deleted in Slack leaves the conversation too. */
  const keep = async (answer: string) => {
    for (const ts of reply.standsIn) {
      if (kept.has(ts)) continue;
      kept.add(ts);
      await options.said.keep(answerKey(messageKey({ ...speech.place, ts })), {
        sessionId,
        messageId: answer,
      });
    }
  };
  const paragraph = (text: string) => reply.say(`${reply.isEmpty ? '' : '\n\n'}${text}`);
  const hear = async ({ event }: SequencedEvent): Promise<void> => {
    switch (event.type) {
      case 'message':
        await (event.messageId === messageId ? reply.say(event.content) : paragraph(event.content));
        messageId = event.messageId;
        return keep(messageId);
      case 'artifact': {
        const out = { ...speech, files: options.files, origin: options.origin, logger: options.logger };
        const file = await fileOf(event, out);
        if (typeof file === 'string') await paragraph(file);
        else heard.files.push(file);
        return;
      }
      case 'tool_call': {
        const list = await listOf(drawOf(event), options, principal);
        if (list !== undefined) heard.files.push(list);
        return;
      }
      case 'notice':
        // What comes of the same message behind it is a paragraph of its own.
        messageId = '';
        return paragraph(`_${event.text}_`);
      case 'error':
        return paragraph(`Sorry: ${event.message}${event.hint === undefined ? '' : ` ${event.hint}`}`);
      case 'cancelled':
        return paragraph('_Stopped._');
      case 'done':
        if (event.finishReason === 'limit')
          await paragraph('_This took as many steps as one answer may; say “go on” for more._');
        return;
      case 'interrupted':
        heard.asks = event.approvals.length > 0;
        await reply.finish();
        for (const { id, summary } of event.approvals) await ask(options, speech, id, summary);
        if ((event.calls ?? []).length > 0)
          await paragraph('This needs a client that runs tools itself, which Slack is not.');
        return;
      default:
        return;
    }
  };
  try {
    for await (const batch of options.conversations.follow(principal, sessionId, runId, 0, signal)) {
      for (const event of batch) await hear(event);
    }
    signal.throwIfAborted();
  } catch (error) {
    if (!isGone(error)) throw error;
    await paragraph('That answer is no longer kept.');
  }
  return heard;
}

async function listOf(
  selectionId: string | undefined,
  { designs, logger }: SpeakerOptions,
  principal: Principal,
): Promise<ChatFile | undefined> {
  if (selectionId === undefined || designs === undefined) return undefined;
  try {
    return (await fieldList(designs, principal, selectionId)).file;
  } catch (error) {
    if (!Failure.isInstance(error)) throw error;
    logger.warn({ reason: error.detail }, 'A list of a draw could not be read');
    return undefined;
  }
}

/** The question with its buttons, once, whoever else tells the same run. */
async function ask(
  options: SpeakerOptions,
  speech: Speech,
  approvalId: string,
  summary: string,
): Promise<void> {
  const { web, place, sessionId, runId, signal } = speech;
  const { channel, threadTs, team, user, homeTeam } = place;
  const [asker, thread] = [personKey(place), threadKey(place)];
  const question = { runId, approvalId, sessionId, summary, channel, asker, thread };
  if (!(await options.questions.ask(question))) return;
  const sealed = {
    ...{ session: sessionId, run: runId, approval: approvalId, team, user, channel },
    ...(homeTeam === team ? {} : { home: homeTeam }),
    ...(threadTs === undefined ? {} : { thread: threadTs }),
  };
  const value = sealQuestion(sealed, await options.buttonKey());
  const { ts } = await patiently(signal, () =>
    web.chat.postMessage({
      channel,
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
      text: `May I? ${inShort(summary)}`,
      blocks: questionBlocks(summary, value),
    }),
  );
  if (ts !== undefined) await options.questions.standsIn(question, ts);
}

function isGone(error: unknown): error is OracleError {
  return Failure.isInstance(error) && error.code === 'gone';
}
