import { join } from 'node:path';
import { type ChatClient, createClient, type Decision } from '../chat/client.js';
import { liveRenderer } from '../chat/live-renderer.js';
import { jsonRenderer, type Renderer, textRenderer } from '../chat/renderer.js';
import { resolveTarget } from '../chat/resolve-target.js';
import { runTurn, type Turn } from '../chat/run-turn.js';
import type { CliHost } from '../host.js';
import type { CliIo } from '../io.js';
import { localConfig } from '../local-oracle.js';
import { printFailure } from '../print-failure.js';
import { fileHistory, type History, memoryHistory } from '../terminal/history.js';
import { paintFor } from '../terminal/paint.js';

export interface ChatOptions {
  readonly url?: string;
  readonly session?: string;
  readonly message?: string;
  readonly token?: string;
  readonly json?: boolean;
}

interface Conversation {
  readonly client: ChatClient;
  sessionId: string;
  readonly renderer: Renderer;
  readonly io: CliIo;
}

/** Exit codes: 0 when the run is done, 130 when it was cancelled, 1 for everything else. */
export async function chat(options: ChatOptions, host: CliHost, io: CliIo): Promise<number> {
  const target = await resolveTarget(options, host, io);
  try {
    const client = createClient(target.url, target.token);
    const talk: Conversation = {
      client,
      sessionId: options.session ?? (await client.createSession()),
      renderer: rendererFor(options, io),
      io,
    };
    if (options.message !== undefined) return codeOf(await say(talk, options.message));
    return await (io.interactive ? talkWithPerson(talk) : talkByLines(talk));
  } finally {
    io.release();
    await target.close();
  }
}

function rendererFor(options: ChatOptions, io: CliIo): Renderer {
  if (options.json === true) return jsonRenderer(io);
  if (io.screen === undefined) return textRenderer(io);
  return liveRenderer({
    write: io.stdout,
    screen: io.screen,
    paint: paintFor(io.env),
    fold: io.interactive && options.message === undefined,
  });
}

/** Each line of standard input is a message; the first that does not succeed ends the conversation. */
async function talkByLines(talk: Conversation): Promise<number> {
  for await (const line of talk.io.lines()) {
    if (line.trim() === '') continue;
    const code = codeOf(await say(talk, line));
    if (code !== 0) return code;
  }
  return 0;
}

async function talkWithPerson(talk: Conversation): Promise<number> {
  const { io } = talk;
  const history = await chatHistory(io);
  io.stderr(
    `Session ${talk.sessionId}\n/new begins another, /more shows what was folded, /exit or Ctrl-D leaves.\n`,
  );
  for (;;) {
    io.stdout('\n');
    const line = await io.ask('> ', { history });
    if (line === undefined || /^\/(exit|quit)$/.test(line.trim())) break;
    if (line.trim() === '') continue;
    try {
      history.add(line);
      if (line.trim() === '/more') {
        for (const text of talk.renderer.more()) io.stdout(`${text}\n`);
      } else if (line.trim() === '/new') {
        talk.sessionId = await talk.client.createSession();
        io.stderr(`Session ${talk.sessionId}.\n`);
      } else {
        await decideWithPerson(talk, await say(talk, line));
      }
    } catch (error) {
      printFailure(error, io.stderr);
    }
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

/** A run may be interrupted again and again; each round asks for every decision and goes on. */
async function decideWithPerson(talk: Conversation, first: Turn): Promise<void> {
  for (let turn = first; turn.outcome === 'interrupted' && turn.approvals.length > 0; ) {
    const decisions: Decision[] = [];
    for (const { id, summary } of turn.approvals) {
      const answer = await talk.io.ask(`Allow ${summary}? [y/N] `, { fresh: true });
      decisions.push({ id, approved: /^y(es)?$/i.test(answer?.trim() ?? '') });
    }
    turn = await runTurn(
      talk.client,
      talk.sessionId,
      (signal) => talk.client.decide(talk.sessionId, decisions, signal),
      talk.renderer,
      talk.io,
    );
  }
}

async function say(talk: Conversation, message: string): Promise<Turn> {
  const { client, sessionId, renderer, io } = talk;
  const turn = await runTurn(
    client,
    sessionId,
    (signal) => client.send(sessionId, message, signal),
    renderer,
    io,
  );
  if (turn.approvals.length > 0 && !io.interactive) {
    renderer.note(`Waiting for approval: ${turn.approvals.map(({ summary }) => summary).join('; ')}`);
    renderer.note(`Decide it with POST /messages/${sessionId}/approvals.`);
  }
  return turn;
}

function codeOf({ outcome }: Turn): number {
  return outcome === 'done' ? 0 : outcome === 'cancelled' ? 130 : 1;
}
