/** One step of a path: a literal, any one segment, or any number of them. */
export type Step = { readonly literal: string } | '*' | '**';

/** A variable and the segments that it takes, as `slice` counts them: what stands behind `**` is counted from the end. */
export interface Variable {
  /** The field's path in the request: `nested.text` is `['nested', 'text']`. */
  readonly field: readonly string[];
  readonly start: number;
  readonly end: number | undefined;
}

/** A path template of google.api.http, taken apart. */
export interface Template {
  readonly text: string;
  readonly steps: readonly Step[];
  readonly variables: readonly Variable[];
  /** Without the colon; undefined when there is none. */
  readonly verb: string | undefined;
}

const FIELD_PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

/**
 * Reads a template by the grammar of google/api/http.proto: `/` Segments, `{field=segments}`, `:verb`. As in
 * grpc-gateway, further segments may follow the one `**`.
 * @throws Error that says what is wrong with it
 */
export function parseTemplate(text: string): Template {
  const fault = (why: string) => new Error(`the template ${JSON.stringify(text)} ${why}`);
  if (!text.startsWith('/')) throw fault('does not begin with /');
  const colon = text.lastIndexOf(':');
  const hasVerb = colon > Math.max(text.lastIndexOf('/'), text.lastIndexOf('}'));
  const verb = hasVerb ? text.slice(colon + 1) : undefined;
  if (verb === '') throw fault('has an empty verb');
  const steps: Step[] = [];
  const variables: { field: string[]; start: number; end: number }[] = [];
  let rest = (hasVerb ? text.slice(0, colon) : text).slice(1);
  for (;;) {
    if (rest.startsWith('{')) {
      const close = rest.indexOf('}');
      if (close < 0) throw fault('has a { without its }');
      const [field = '', pattern = '*', ...more] = rest.slice(1, close).split('=');
      if (more.length > 0 || !FIELD_PATH.test(field)) throw fault(`has no field path in {${field}}`);
      const start = steps.length;
      for (const segment of pattern.split('/')) addSegment(segment);
      variables.push({ field: field.split('.'), start, end: steps.length });
      rest = rest.slice(close + 1);
    } else {
      const end = rest.indexOf('/');
      addSegment(end < 0 ? rest : rest.slice(0, end));
      rest = end < 0 ? '' : rest.slice(end);
    }
    if (rest === '') break;
    if (!rest.startsWith('/')) throw fault('has text right after a }');
    rest = rest.slice(1);
  }
  const deep = steps.indexOf('**');
  if (deep !== steps.lastIndexOf('**')) throw fault('has more than one **');
  const place = (at: number) => (deep >= 0 && at > deep ? at - steps.length || undefined : at);
  return {
    text,
    steps,
    variables: variables.map(({ field, start, end }) => ({
      field,
      start: place(start) ?? 0,
      end: place(end),
    })),
    verb,
  };

  function addSegment(segment: string): void {
    if (segment === '*' || segment === '**') steps.push(segment);
    else if (/[{}*]/.test(segment)) throw fault(`has the segment ${JSON.stringify(segment)}`);
    else steps.push({ literal: segment });
  }
}
