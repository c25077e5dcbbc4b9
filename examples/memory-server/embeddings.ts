import { timeLimit } from 'oracle-runtime/kit';
import { z } from 'zod';

/** An OpenAI-compatible endpoint of embeddings, such as `http://127.0.0.1:8080/v1/embeddings`. */
export interface EmbeddingsAddress {
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
}

const TIMEOUT_MS = 5_000;
/** A search waits this long for the meaning of its words, then goes by the words alone. */
const SEARCH_MS = 200;
const answer = z.object({ data: z.tuple([z.object({ embedding: z.array(z.number()).min(1) })]) });

/** The vector of a text; undefined without an endpoint, and when it does not answer: words find it all the same. */
export function embedder(address: EmbeddingsAddress | undefined) {
  return async (text: string, forSearch = false): Promise<Float32Array | undefined> => {
    if (address === undefined) return undefined;
    const { url, model, key } = address;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, input: [text] }),
        signal: timeLimit(forSearch ? SEARCH_MS : TIMEOUT_MS),
      });
      return Float32Array.from(answer.parse(await response.json()).data[0].embedding);
    } catch {
      return undefined;
    }
  };
}
