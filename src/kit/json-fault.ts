/** One thing that is wrong with a value, as the library of our own schemas would tell it. */
export interface Fault {
  readonly code: 'custom' | 'invalid_type' | 'unrecognized_keys';
  /** From the value that was checked. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly keys?: readonly string[];
}

/** Of faults, how many are told: each has its words. */
const MOST_FAULTS = 100;

/** What a check of one value came to. */
export interface Outcome {
  /** Each is certain, whatever was let by. */
  readonly faults: readonly Fault[];
  /** False where some part was let by, so that a value without faults may still not fit. */
  readonly sure: boolean;
}

export const FITS: Outcome = { faults: [], sure: true };
export const UNSURE: Outcome = { faults: [], sure: false };

/** Gathers what the parts of a check came to. */
export class Found implements Outcome {
  readonly faults: Fault[] = [];
  sure = true;

  get full(): boolean {
    return this.faults.length >= MOST_FAULTS;
  }

  /** @param below where the part stands in the value, when it is not the value itself */
  add({ faults, sure }: Outcome, ...below: readonly PropertyKey[]): void {
    if (!sure) this.sure = false;
    for (const each of faults) {
      if (this.full) return;
      this.faults.push(below.length === 0 ? each : { ...each, path: [...below, ...each.path] });
    }
  }

  say(message: string): void {
    if (!this.full) this.faults.push({ code: 'custom', path: [], message });
  }

  letBy(): void {
    this.sure = false;
  }
}

/** The fault of a value of another type, or of none. */
export function wrongType(expected: string, received: string): Fault {
  const message = `Invalid input: expected ${expected}, received ${received}`;
  return { code: 'invalid_type', expected, path: [], message };
}
