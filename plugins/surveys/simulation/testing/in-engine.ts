import { type AnyNode, loadForm } from '@getodk/xforms-engine';

/** An interview as it was simulated: answers by the names of the questions, in their order. */
export interface LedInterview {
  readonly answers: Readonly<Record<string, string>>;
}

/** The same in the engine of ODK Web Forms. */
export interface InEngine {
  /** Texts of all that is relevant and not empty, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** Names of questions that are relevant. */
  readonly relevant: readonly string[];
  /** Names of questions whose answer, or whose lack of one, the form does not let through. */
  readonly violations: readonly string[];
}

/** Gives the answers of interviews to a form, each in a fresh instance. Needs a browser, whose page calls it. */
async function conduct(
  xml: string,
  households: string,
  interviews: readonly LedInterview[],
): Promise<InEngine[]> {
  const form = await loadForm(xml, {
    fetchFormAttachment: async () => new Response(households, { headers: { 'content-type': 'text/csv' } }),
  });
  if (form.status === 'failure') throw form.error;
  return interviews.map(({ answers }) => {
    const { root } = form.createInstance();
    for (const [name, answer] of Object.entries(answers)) give(root, name, answer);
    const leaves = leavesOf(root).filter(({ node }) => node.currentState.relevant);
    return {
      values: Object.fromEntries(
        leaves.flatMap(({ name, node }) => {
          const text = textOf(node);
          return text === '' ? [] : [[name, text]];
        }),
      ),
      relevant: leaves.filter(({ node }) => isQuestion(node)).map(({ name }) => name),
      violations: leaves.flatMap(({ name, node }) =>
        'violation' in node.validationState && node.validationState.violation !== null ? [name] : [],
      ),
    };
  });
}

function leavesOf(node: AnyNode): { readonly name: string; readonly node: AnyNode }[] {
  const { children, reference } = node.currentState;
  if (children !== null) return children.flatMap((child: AnyNode) => leavesOf(child));
  return [{ name: reference.split('/').at(-1) ?? '', node }];
}

function give(root: AnyNode, name: string, answer: string): void {
  const node = leavesOf(root).find((leaf) => leaf.name === name)?.node;
  if (node?.nodeType === 'select') node.selectValues(answer.split(' '));
  else if (node?.nodeType === 'input') (node.setValue as (text: string) => unknown)(answer);
  else if (node?.nodeType === 'upload') node.setValue(new File(['x'], answer, { type: 'image/jpeg' }));
}

const isQuestion = ({ nodeType }: AnyNode) =>
  nodeType === 'select' || nodeType === 'input' || nodeType === 'upload';

function textOf({ currentState }: AnyNode): string {
  const value: unknown = currentState.value;
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'object' ? 'something' : String(value);
}

Object.assign(globalThis, { conduct });
