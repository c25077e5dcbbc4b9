import type { Contribution } from '../plugin/index.js';
import type { OperationDeps } from './invoke.js';
import { routeOf } from './route-view.js';
import { toolOf } from './tool-view.js';

export { callOperation } from './call.js';
export type { OperationDeps } from './invoke.js';
export { inverseTool } from './tool-view.js';

/** A contribution with the tools and routes of its operations beside its own, which come first. */
export function withViews(contribution: Contribution, shared: OperationDeps): Contribution {
  const { operations = [], tools = [], routes = [] } = contribution;
  if (operations.length === 0) return contribution;
  const deps = { ...shared, own: operations };
  return {
    ...contribution,
    tools: [...tools, ...operations.flatMap((operation) => toolOf(operation, deps) ?? [])],
    routes: [...routes, ...operations.flatMap((operation) => routeOf(operation, deps) ?? [])],
  };
}
