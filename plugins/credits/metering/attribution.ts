/** What a part of the oracle was used for, and what that cost. */
export interface Use {
  readonly plugin: string;
  /** Empty for tools that belong to none. */
  readonly capability: string;
  /** Calls of its tools. */
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Millionths of a credit. */
  readonly amount: number;
}

/** What one model call cost. */
export type CallCost = Pick<Use, 'inputTokens' | 'outputTokens' | 'amount'>;

type Owner = Pick<Use, 'plugin' | 'capability'>;

/** Words that belong to no tool. */
const TALK: Owner = { plugin: '', capability: '' };

/**
 * Shares the model calls of one run out among what they were for: a call that calls tools is for those, in equal parts; one
 * that calls none is for the tools whose results it answers from, and without any it is talk.
 */
export class Attribution {
  readonly #uses = new Map<string, Use>();
  #open: { readonly cost: CallCost; readonly parts: number; given: number } | undefined;
  #last: Owner[] = [];

  /** @param tools how many tools it calls */
  modelCall(cost: CallCost, tools: number): void {
    this.#closeOpen();
    if (tools > 0) {
      this.#open = { cost, parts: tools, given: 0 };
      this.#last = [];
      return;
    }
    const owners = this.#last.length === 0 ? [TALK] : this.#last;
    for (const [index, owner] of owners.entries()) this.#add(owner, 0, part(cost, index, owners.length));
  }

  toolCall(owner: Owner): void {
    const open = this.#open;
    const fits = open !== undefined && open.given < open.parts;
    this.#add(owner, 1, fits ? part(open.cost, open.given, open.parts) : NOTHING);
    if (fits) open.given += 1;
    this.#last.push(owner);
  }

  /** What it all came to. Calls that were never carried out are talk. */
  end(): readonly Use[] {
    this.#closeOpen();
    return [...this.#uses.values()];
  }

  #closeOpen(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    for (let index = open.given; index < open.parts; index++)
      this.#add(TALK, 0, part(open.cost, index, open.parts));
  }

  #add({ plugin, capability }: Owner, calls: number, cost: CallCost): void {
    const key = JSON.stringify([plugin, capability]);
    const known = this.#uses.get(key);
    this.#uses.set(key, {
      plugin,
      capability,
      calls: (known?.calls ?? 0) + calls,
      inputTokens: (known?.inputTokens ?? 0) + cost.inputTokens,
      outputTokens: (known?.outputTokens ?? 0) + cost.outputTokens,
      amount: (known?.amount ?? 0) + cost.amount,
    });
  }
}

const NOTHING: CallCost = { inputTokens: 0, outputTokens: 0, amount: 0 };

/** One of equal parts in whole numbers; all of them together are the whole. */
function part(cost: CallCost, index: number, parts: number): CallCost {
  const of = (whole: number) =>
    Math.floor((whole * (index + 1)) / parts) - Math.floor((whole * index) / parts);
  return {
    inputTokens: of(cost.inputTokens),
    outputTokens: of(cost.outputTokens),
    amount: of(cost.amount),
  };
}
