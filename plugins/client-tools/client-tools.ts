import { argumentsSchema } from 'oracle-runtime/kit';
import { type AnyTool, defineClientTool } from 'oracle-runtime/plugin';
import { declaredTool } from './declared-tool.js';

/**
 * The tools that a request brings, in its own dialect or ours: the run ends with their calls, and the client sends what
 * came of them.
 * @throws OracleError `invalid_request` for one that is none, with its place
 */
export function clientTools(declared: readonly unknown[]): readonly AnyTool[] {
  return declared.map((each, place) => {
    const { name, description, parameters, results } = declaredTool(each, place);
    return defineClientTool({
      name,
      // A model must be told something.
      description: description === '' ? name : description,
      // What it does is the client's to know, and the client's to ask its person about.
      effect: 'write',
      input: argumentsSchema(parameters),
      ...(results === undefined ? {} : { output: argumentsSchema(results) }),
    });
  });
}
