import type { AnyOperation } from 'oracle-runtime/plugin';
import { tellingTheirAge } from '../lateness.js';
import type { ChainQueries } from '../service.js';
import { balanceOperation } from './account-facts.js';
import { listQueriesOperation } from './list-queries.js';
import {
  inflationOperation,
  moduleParamsOperation,
  supplyOperation,
  validatorsOperation,
} from './network-facts.js';
import { queryOperation } from './query.js';
import { transactionOperation, transactionsOperation } from './transactions.js';

/** What may be asked of the chain: what people ask for by name, and every query there is. Nothing here can write. */
export function gatewayOperations(queries: ChainQueries): AnyOperation[] {
  const telling = [
    balanceOperation(queries),
    transactionsOperation(queries),
    transactionOperation(queries),
    validatorsOperation(queries),
    supplyOperation(queries),
    inflationOperation(queries),
    moduleParamsOperation(queries),
    queryOperation(queries),
  ];
  return [...tellingTheirAge(telling, queries), listQueriesOperation(queries)];
}
