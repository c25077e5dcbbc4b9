import { type Middleware, OracleError } from '../../plugin/index.js';

/** One layer of the onion. `context` reaches every layer, whatever copy of the call a layer passes on. */
export interface Layer<Call, Result, Context> {
  readonly name: string;
  wrap(call: Call, next: (call: Call) => Promise<Result>, context: Context): Promise<Result>;
}

export type Handler<Call, Result, Context> = (call: Call, context: Context) => Promise<Result>;

/** The layers that plugins put around one kind of call, in their order. */
export function layersOf<Call, Result>(
  middleware: readonly Middleware[],
  wrapOf: (each: Middleware) => Layer<Call, Result, unknown>['wrap'] | undefined,
): Layer<Call, Result, unknown>[] {
  return middleware.flatMap((each) => {
    const wrap = wrapOf(each);
    return wrap === undefined ? [] : [{ name: each.name, wrap }];
  });
}

/**
 * Composes layers around a core, first outermost. Each `next` works once: a layer that calls it again gets an
 * OracleError that names the layer, because a second pass would run tools and models twice.
 */
export function compose<Call, Result, Context>(
  layers: readonly Layer<Call, Result, Context>[],
  core: Handler<Call, Result, Context>,
): Handler<Call, Result, Context> {
  const dispatch = async (place: number, call: Call, context: Context): Promise<Result> => {
    const layer = layers[place];
    if (layer === undefined) return core(call, context);
    let called = false;
    const next = (passed: Call): Promise<Result> => {
      if (called) {
        return Promise.reject(
          new OracleError('internal', { detail: `The middleware '${layer.name}' called next() twice.` }),
        );
      }
      called = true;
      return dispatch(place + 1, passed, context);
    };
    return layer.wrap(call, next, context);
  };
  return (call, context) => dispatch(0, call, context);
}
