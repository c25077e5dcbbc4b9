import { type Clock, OracleError } from 'oracle-runtime/plugin';

interface Purchase {
  readonly id: string;
  readonly kg: number;
  /** `YYYY-MM-DD` */
  readonly boughtOn: string;
}

/** What each person bought, in memory: a real plugin keeps it in a table. */
export function purchaseList(clock: Clock) {
  const bought = new Map<string, Purchase[]>();
  const of = (owner: string) => bought.get(owner) ?? [];
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);

  return {
    add(owner: string, kg: number, boughtOn = today()): Purchase {
      const purchase = { id: `purchase-${of(owner).length + 1}`, kg, boughtOn };
      bought.set(owner, [...of(owner), purchase]);
      return purchase;
    },

    /** @throws OracleError `conflict` when something was recorded since, `not_found` when it is not there */
    dropLast(owner: string, id: string): Purchase {
      const list = of(owner);
      const last = list.at(-1);
      if (last?.id !== id)
        throw list.some((one) => one.id === id)
          ? new OracleError('conflict', { detail: 'Something was recorded since; drop that first.' })
          : new OracleError('not_found', { detail: 'You recorded no such purchase.' });
      bought.set(owner, list.slice(0, -1));
      return last;
    },

    /** The sum of a month, `YYYY-MM`. */
    ofMonth(owner: string, month = today().slice(0, 7)) {
      const kg = of(owner).reduce((sum, one) => sum + (one.boughtOn.startsWith(month) ? one.kg : 0), 0);
      return { month, kg };
    },
  };
}
