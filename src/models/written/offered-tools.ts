import type { ToolSchema } from '../../plugin/index.js';
import { fieldOf } from '../fields.js';
import { nameAmong } from '../tool-name.js';

/** The tools of a request, as far as it takes them to read a call out of words. */
export class OfferedTools {
  readonly #tools: ReadonlyMap<string, Pick<ToolSchema, 'parameters'>>;

  constructor(tools: readonly Pick<ToolSchema, 'name' | 'parameters'>[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  get names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** The name of a tool without what a model or its template put around it. */
  named(written: string): string {
    return nameAmong(written, (name) => this.has(name));
  }

  /** The parameters of a tool in the order of its schema. */
  parameters(tool: string): readonly string[] {
    return Object.keys(this.#properties(tool) ?? {});
  }

  /** Whether a value is text whatever it looks like, such as a postal code. */
  takesText(tool: string, parameter: string): boolean {
    return fieldOf(fieldOf(this.#properties(tool), parameter), 'type') === 'string';
  }

  #properties(tool: string): object | undefined {
    const properties = this.#tools.get(tool)?.parameters['properties'];
    return typeof properties === 'object' && properties !== null ? properties : undefined;
  }
}
