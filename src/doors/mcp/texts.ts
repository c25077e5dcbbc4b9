import { isUtf8 } from 'node:buffer';
import type { McpServer } from '@modelcontextprotocol/server';
import { type OfferedText, OracleError, type Principal, type TextSource } from '../../plugin/index.js';

/** Bytes of a text that goes out in one answer. */
const LARGEST = 4 * 1024 * 1024;

export interface OfferTexts {
  readonly sdk: typeof import('@modelcontextprotocol/server');
  readonly sources: readonly TextSource[];
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** What plugins offer to be read is a resource, and where a talk may begin with it also a prompt. */
export function offerTexts(server: McpServer, { sdk, sources, principal, signal }: OfferTexts): void {
  if (sources.length === 0) return;
  const core = server.server;
  core.registerCapabilities({ resources: {}, prompts: {} });

  async function offered(): Promise<readonly OfferedText[]> {
    const lists = await Promise.all(
      sources.map((source) => unlessForbidden(() => source.list(principal, signal))),
    );
    return lists.flatMap((list) => list ?? []);
  }

  async function read(uri: string): Promise<{ readonly content: Uint8Array; readonly mimeType: string }> {
    for (const source of sources) {
      const found = await unlessForbidden(() => source.read(uri, principal, signal));
      if (found !== undefined) return found;
    }
    throw new sdk.ResourceNotFoundError(uri);
  }

  core.setRequestHandler('resources/list', async () => ({
    resources: (await offered()).map(({ uri, name, title, description, mimeType, size }) => ({
      uri,
      name,
      title,
      description,
      mimeType,
      ...(size === undefined ? {} : { size }),
    })),
  }));
  core.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: sources.flatMap(({ template }) => {
      if (template === undefined) return [];
      const { uri: uriTemplate, ...said } = template;
      return [{ uriTemplate, ...said }];
    }),
  }));
  core.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const { content, mimeType } = await read(uri);
    if (content.byteLength > LARGEST)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `${uri} has ${content.byteLength} bytes; up to ${LARGEST} can be read at once.`,
      );
    const bytes = Buffer.from(content);
    const said = isUtf8(bytes) ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
    return { contents: [{ uri, mimeType, ...said }] };
  });
  core.setRequestHandler('prompts/list', async () => ({
    prompts: (await offered())
      .filter(({ asPrompt }) => asPrompt === true)
      .map(({ name, title, description }) => ({ name, title, description })),
  }));
  core.setRequestHandler('prompts/get', async ({ params: { name } }) => {
    const prompt = (await offered()).find((text) => text.asPrompt === true && text.name === name);
    if (prompt === undefined)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, `There is no prompt '${name}'.`);
    const { content } = await read(prompt.uri);
    const text = Buffer.from(content).toString('utf8');
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    };
  });
}

/** What a credential may not see is not there. */
async function unlessForbidden<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (OracleError.isInstance(error) && (error.code === 'forbidden' || error.code === 'not_found'))
      return undefined;
    throw error;
  }
}
