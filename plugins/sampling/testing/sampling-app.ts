import type { Clock, Plugin, Signer } from 'oracle-runtime/plugin';
import {
  startTestOracle,
  type TestAnswer,
  type TestClient,
  type TestOracle,
  type TestToolCall,
} from 'oracle-runtime/testing';
import sampling from '../index.js';

export type { TestAnswer as Answer } from 'oracle-runtime/testing';

export interface Client extends TestClient {
  /** Begins a conversation. */
  talk(): Promise<Conversation>;
}

export interface Visitor {
  /** Claims one ability of the oracle's own for one request. */
  as(can: string): Client;
  /** Lets the oracle do this with a folder of the visitor's files. */
  grant(can: string, folder: string): Promise<TestAnswer>;
}

export interface Attached {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

export interface Conversation {
  /** Says something and approves whatever the oracle asks to approve. */
  say(message: string, attached?: Attached): Promise<Reply>;
}

export interface Reply {
  readonly content: string;
  readonly tools: readonly TestToolCall[];
  readonly approved: readonly string[];
}

export interface SamplingApp extends Pick<TestOracle, 'url' | 'app' | 'dir' | 'advance' | 'close' | 'logs'> {
  /** A client with its own API key. */
  client(name: string, scopes: readonly string[], did?: string): Promise<Client>;
  /** A client that comes with UCANs which the owner lets it claim; it may grant the oracle a folder of its files. */
  visitor(signer: Signer, abilities: readonly string[]): Promise<Visitor>;
}

/** A clock for tests whose readings are of 2024: no reading can be older than the draw. */
export const BEFORE_2024: Clock = { now: () => Date.UTC(2023, 11, 1, 12) };

/** An oracle with this plugin and maybe others. */
export async function startSamplingApp(
  section: unknown = {},
  env: Record<string, string> = {},
  others: readonly Plugin[] = [],
  clock?: Clock,
): Promise<SamplingApp> {
  const plugins = [sampling, ...others];
  const oracle = await startTestOracle({
    plugins,
    config: { plugins: { sampling: section } },
    env,
    ...(clock && { clock }),
  });
  return {
    url: oracle.url,
    app: oracle.app,
    dir: oracle.dir,
    advance: oracle.advance,
    close: oracle.close,
    logs: oracle.logs,
    client: async (name, scopes, did) =>
      talkative(oracle.as(scopes, { name, ...(did === undefined ? {} : { did }) })),
    async visitor(by, abilities) {
      const proofs = new Map<string, string>();
      for (const can of abilities) proofs.set(can, await oracle.delegation({ can, to: by.did }));
      const proofOf = (can: string) => {
        const proof = proofs.get(can);
        return proof === undefined ? [] : [proof];
      };
      return {
        as: (can) => talkative(oracle.ucan({ can, by, proofs: proofOf(can) })),
        async grant(can, folder) {
          const delegation = await oracle.delegation({
            can,
            with: `ixo:filesystem${folder}`,
            by,
            to: oracle.app.identity?.did ?? '',
          });
          return oracle
            .ucan({ can: 'fs/list', with: 'ixo:filesystem', by })
            .post('/delegation', { delegation });
        },
      };
    },
  };
}

const talkative = (client: TestClient): Client => ({ ...client, talk: () => talk(client) });

async function talk(client: TestClient): Promise<Conversation> {
  const chat = await client.chat();
  return {
    async say(message, file) {
      let turn = await chat.say(message, file && { attachments: [attachmentOf(file)] });
      const approved: string[] = [];
      const tools = [...turn.toolCalls];
      while (turn.end === 'interrupted') {
        approved.push(...turn.approvals.map(({ tool }) => tool));
        turn = await chat.decide(true);
        tools.push(...turn.toolCalls);
      }
      if (turn.end !== 'done') throw new Error(JSON.stringify(turn.events.at(-1)));
      return { content: turn.text, tools, approved };
    },
  };
}

function attachmentOf({ name, mimeType, text }: Attached) {
  return { name, mimeType, url: `data:${mimeType};base64,${Buffer.from(text, 'utf8').toString('base64')}` };
}
