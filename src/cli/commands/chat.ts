import { join } from 'node:path';
import { createClient } from '../../client/chat-client.js';
import { callerTo } from '../../client/request.js';
import { createSessionClient } from '../../client/session-client.js';
import { replyTo } from '../../planner/dialogue/asked/reply.js';
import { OracleError } from '../../plugin/index.js';
import { attachFile } from '../chat/attach-file.js';
import { type Conversation, decideAll, exitCodeOf, leave, say } from '../chat/conversation.js';
import { liveRenderer } from '../chat/live-renderer.js';
import { messageText } from '../chat/message-text.js';
import { type PluginWords, pluginWords } from '../chat/plugin-words.js';
import { jsonRenderer, type Renderer, textRenderer } from '../chat/renderer.js';
import { resolveTarget, type Target } from '../chat/resolve-target.js';
import { completions, isExit, isSlashCommand, runSlashCommand } from '../chat/slash-commands.js';
import { takeUp } from '../chat/take-up.js';
import { connect, connectionTo } from '../connect.js';
import { CLI_HINTS } from '../hints.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { localConfig } from '../local-oracle.js';
import { printFailure } from '../print-failure.js';
import { fileHistory, type History, memoryHistory } from '../terminal/history.js';
import { NO_PAINT, type Paint, paintFor } from '../terminal/paint.js';

export interface ChatOptions {
  readonly url?: string;
  readonly session?: string;
  readonly message?: string;
  readonly attach?: readonly string[];
  readonly token?: string;
  readonly json?: boolean;
  readonly approve?: boolean;
  readonly decline?: boolean;
}

/** What does not fit a message. */
const LONG_TEXT = 'Put it into a file: /attach FILE sends that with your next message.';

/** Exit codes: those of `exitCodeOf`. */
export async function chat(options: ChatOptions, host: CliHost, io: CliIo): Promise<number> {
  const decision = decisionOf(options);
  const message = options.message === undefined ? undefined : await messageText(options.message, io);
  const attachments = await Promise.all((options.attach ?? []).map((path) => attachFile(path, io.cwd)));
  const log = heldLog(io);
  const target = await resolveTarget(options, host, io, log.write);
  try {
    const call = callerTo(target.url, target.token, CLI_HINTS);
    const client = createClient(call, CLI_HINTS);
    const talk: Conversation = {
      client,
      sessions: createSessionClient(call),
      sessionId: options.session ?? (await client.createSession()),
      isNew: options.session === undefined,
      renderer: rendererFor(options, io),
      io,
      paint: paintOf(io),
      attachments,
      listed: [],
    };
    if (io.screen !== undefined) log.hold();
    try {
      if (decision !== undefined) return exitCodeOf(await decideAll(talk, decision));
      if (message !== undefined) return await oneMessage(talk, message, options);
      return await (io.interactive
        ? talkWithPerson(talk, options.session !== undefined, wordsOfPlugins(target, host, io), log.flush)
        : talkByLines(talk));
    } finally {
      // An oracle that is gone by now keeps it.
      await leave(talk).catch(() => undefined);
    }
  } finally {
    io.release();
    log.letGo();
    await target.close();
  }
}

/** @throws OracleError `invalid_request` for a decision that says not where, or something besides */
function decisionOf({ approve, decline, session, message, attach }: ChatOptions): boolean | undefined {
  if (approve === undefined && decline === undefined) return undefined;
  if (session !== undefined && message === undefined && attach === undefined && approve !== decline)
    return approve === true;
  throw new OracleError('invalid_request', {
    detail: '--approve and --decline decide what waits in a session, and say nothing else.',
    hint: 'Give one of them: npx oracle chat --session <id> --approve',
  });
}

/** A session that was opened for the one message is named, so that its questions can be answered. */
async function oneMessage(talk: Conversation, message: string, { session }: ChatOptions): Promise<number> {
  const turn = await say(talk, message);
  if (session === undefined && turn.approvals.length === 0)
    talk.renderer.note(`Go on with: npx oracle chat --session ${talk.sessionId}`);
  return exitCodeOf(turn);
}

function rendererFor(options: ChatOptions, io: CliIo): Renderer {
  if (options.json === true) return jsonRenderer(io);
  if (io.screen === undefined) return textRenderer(io);
  const fold = io.interactive && options.message === undefined;
  return liveRenderer({ write: io.stdout, screen: io.screen, paint: paintOf(io), fold });
}

function paintOf(io: CliIo): Paint {
  return io.screen === undefined ? NO_PAINT : paintFor(io.env);
}

/** Commands of plugins talk to this conversation's oracle, unless they are given another. */
function wordsOfPlugins(target: Target, host: CliHost, io: CliIo): PluginWords {
  const here = connectionTo({ ...target, close: async () => undefined });
  return pluginWords(host, io, async (address) =>
    address.url === undefined && address.token === undefined ? here : connect(address, host, io),
  );
}

/** What an oracle in this process warns of; held back while it would be written into what is drawn. */
function heldLog(io: CliIo) {
  const lines: string[] = [];
  let held = false;
  const flush = () => {
    for (const line of lines.splice(0)) io.stderr(line);
  };
  return {
    write: (line: string) => (held ? void lines.push(line) : io.stderr(line)),
    hold() {
      held = true;
    },
    flush,
    letGo() {
      held = false;
      flush();
    },
  };
}

/**
 * Each line of standard input is a message; the first that does not succeed ends the conversation. What waits for an
 * approval goes on when the next line is a plain yes or no.
 */
async function talkByLines(talk: Conversation): Promise<number> {
  let code = 0;
  let waits = false;
  for await (const line of talk.io.lines()) {
    if (line.trim() === '') continue;
    if (waits && replyTo(line).kind === 'other') return code;
    const turn = await say(talk, line);
    code = exitCodeOf(turn);
    waits = turn.approvals.length > 0;
    // Who stopped an answer by hand goes on; a script has no next line that would make sense.
    if (turn.outcome === 'cancelled' && talk.io.byHand === true) code = 0;
    if (code !== 0 && !waits) return code;
  }
  return code;
}

async function talkWithPerson(
  talk: Conversation,
  begunBefore: boolean,
  words: PluginWords,
  afterEach: () => void,
): Promise<number> {
  const { io } = talk;
  const history = await chatHistory(io);
  const complete = (text: string) => completions(text, words);
  io.stderr(`Session ${talk.sessionId}\n/help says what can be typed here; /exit or Ctrl-D leaves.\n`);
  if (begunBefore) await takeUp(talk).catch((error: unknown) => printFailure(error, io));
  for (;;) {
    io.stdout('\n');
    const text = await io.ask('> ', { history, complete, tooLong: LONG_TEXT });
    if (text === undefined || isExit(text)) break;
    if (text.trim() === '') continue;
    history.add(text);
    try {
      if (isSlashCommand(text)) await runSlashCommand(text, talk, words);
      else await say(talk, text);
    } catch (error) {
      printFailure(error, io);
    }
    afterEach();
  }
  io.stderr('\n');
  return 0;
}

/** In the data directory of this place; a place without a sound configuration keeps none. */
async function chatHistory(io: CliIo): Promise<History> {
  let dataDir: string;
  try {
    ({ dataDir } = localConfig(io));
  } catch {
    return memoryHistory();
  }
  return fileHistory(join(dataDir, 'chat-history'));
}
