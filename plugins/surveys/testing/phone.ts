import { randomUUID } from 'node:crypto';

/** What somebody answered; what a form works out is worked out as it does. */
export interface Answered {
  readonly household: string;
  /** As the list of the form has it. */
  readonly stratum?: string;
  /** Code of who visits, of a form with several. */
  readonly enumerator?: string;
  readonly today: string;
  /** When it began and ended by the phone, in the place of ten minutes of today for each home. */
  readonly times?: readonly [string, string];
  readonly found?: 'met' | 'not_found' | 'moved_away' | 'demolished';
  readonly consent?: 'yes' | 'no';
  readonly days?: number;
  /** Why the stove is not there, of a home that has none. */
  readonly noStove?: string;
  readonly photo?: string;
  /** Instead of a fresh one. */
  readonly instanceId?: string;
  /** Raw XML of the interview of another form, which measured `value`. */
  readonly interview?: string;
  /** Raw XML beside the rest. */
  readonly more?: string;
  readonly value?: string;
  /** Raw XML of the meta block, such as the id that an edit replaces. */
  readonly inMeta?: string;
}

/** A document of answers to the form `stove_use`, as ODK Collect writes it. */
export function answersXml(
  form: { readonly formId: string; readonly version: string },
  answered: Answered,
): string {
  const { household, today, found = 'met', photo, more = '', inMeta = '' } = answered;
  const { stratum = '', enumerator, noStove } = answered;
  const days = noStove === undefined ? (answered.days ?? 5) : 0;
  const consent = found === 'met' ? (answered.consent ?? 'yes') : undefined;
  const agreed = consent === 'yes';
  const status = found === 'met' ? (agreed ? 'completed' : 'refused') : found;
  const interview = agreed
    ? `<interview>${
        answered.interview ??
        `${
          noStove === undefined
            ? `<has_stove>yes</has_stove><days_of_seven>${days}</days_of_seven>`
            : `<has_stove>no</has_stove><why_no_stove>${noStove}</why_no_stove>`
        }<main_fuel>wood</main_fuel>${photo === undefined ? '' : `<photo>${photo}</photo>`}`
      }</interview>`
    : '';
  // One home after the other, ten minutes each, from six on.
  const visit = Number(/\d+$/.exec(household)?.[0] ?? 0) % 60;
  const clock = (after: number) =>
    `${new Date((360 + visit * 10 + after) * 60_000).toISOString().slice(11, 19)}.000+03:00`;
  const [start, end] = answered.times ?? [`${today}T${clock(0)}`, `${today}T${clock(8)}`];
  const value = answered.value ?? (agreed ? String(days) : '');
  return `<?xml version='1.0' ?><data xmlns:jr="http://openrosa.org/javarosa" xmlns:orx="http://openrosa.org/xforms" id="${form.formId}" version="${form.version}"><start>${start}</start><end>${end}</end><today>${today}</today>${
    enumerator === undefined ? '' : `<enumerator>${enumerator}</enumerator>`
  }<household>${household}</household>${stratum === '' ? '<stratum/>' : `<stratum>${stratum}</stratum>`}<found>${found}</found>${
    consent === undefined ? '' : `<consent>${consent}</consent>`
  }<status>${status}</status>${interview}<value>${value}</value>${more}<orx:meta><orx:instanceID>${
    answered.instanceId ?? `uuid:${randomUUID()}`
  }</orx:instanceID>${inMeta}<orx:instanceName>${household} ${status}</orx:instanceName></orx:meta></data>`;
}

/** What a phone posts. */
export function parts(xml: string | Blob, files: Readonly<Record<string, Uint8Array>> = {}): FormData {
  const form = new FormData();
  form.set(
    'xml_submission_file',
    typeof xml === 'string' ? new Blob([xml], { type: 'text/xml' }) : xml,
    'a.xml',
  );
  for (const [name, content] of Object.entries(files))
    form.set(name, new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), name);
  return form;
}
