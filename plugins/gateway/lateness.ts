import { type AnyOperation, OracleError } from 'oracle-runtime/plugin';

/** A node that answers of a past which is minutes ago. */
export interface Lateness {
  /** `12 minutes behind: its latest block is 1234, of 2026-01-02T03:04:05Z` */
  readonly words: string;
  /** When that block was made, in milliseconds since the epoch: what the node says is as of then. */
  readonly madeAt: number;
}

/** Who knows how late the node is that answers now. */
interface Source {
  behind(): Lateness | undefined;
}

/**
 * Operations over the chain, whose answers agents, people and programs get with how old they are where the node is behind:
 * in the summary, in the headers of a route, and in an error that says that there is no such record.
 */
export function tellingTheirAge(operations: readonly AnyOperation[], chain: Source): AnyOperation[] {
  return operations.map((operation) => {
    const { forModel, summary, route } = operation;
    return {
      ...operation,
      async run(input, caller) {
        try {
          return await operation.run(input, caller);
        } catch (error) {
          throw withAge(error, chain.behind());
        }
      },
      forModel(answer) {
        const behind = chain.behind();
        const told: object = forModel?.(answer) ?? { summary: summary?.(answer), ...(answer as object) };
        const { summary: sentence, ...rest } = told as { summary?: string };
        const sentences = [sentence, behind && sentenceOf(behind)].filter(Boolean).join(' ');
        return { ...(sentences === '' ? {} : { summary: sentences }), ...rest };
      },
      ...(route !== undefined && {
        route: { ...route, headers: () => ageHeaders(chain.behind()) },
      }),
    };
  });
}

/** That the chain has no such thing is as old as the block that it is read from. */
function withAge(error: unknown, behind: Lateness | undefined): unknown {
  if (behind === undefined || !OracleError.isInstance(error) || error.code !== 'not_found') return error;
  const { detail, hint, errors, members, status, headers, cause } = error;
  return new OracleError(error.code, {
    detail: `${detail} ${sentenceOf(behind)}`,
    hint,
    errors,
    members,
    status,
    headers: { ...headers, ...ageHeaders(behind) },
    cause,
  });
}

/**
 * `Age` in seconds and `Warning` for an HTTP answer of a late node; none for that of one that keeps up.
 * @param before what the answer warns of already
 */
export function ageHeaders(behind: Lateness | undefined, before?: string): Record<string, string> {
  if (behind === undefined) return {};
  const warning = `199 - "${sentenceOf(behind).replace(/\.$/, '')}"`;
  return {
    Age: String(Math.max(0, Math.floor((Date.now() - behind.madeAt) / 1_000))),
    Warning: before === undefined ? warning : `${before}, ${warning}`,
  };
}

/** `The chain node is 12 minutes behind: …` */
export function sentenceOf({ words }: Lateness): string {
  return `The chain node is ${words}.`;
}
