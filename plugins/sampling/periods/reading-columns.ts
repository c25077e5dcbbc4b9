import { OracleError } from 'oracle-runtime/plugin';
import { type FormProgram, formProgram, isOfSubmission, questionOf } from '../registry/form-export.js';
import { listedNames } from '../registry/listed-names.js';

/** Names of the columns; those that are absent are guessed. */
export interface ReadingColumns {
  readonly unitId?: string | undefined;
  readonly date?: string | undefined;
  readonly value?: string | undefined;
  readonly stratum?: string | undefined;
  readonly status?: string | undefined;
}

type Role = keyof ReadingColumns;

/** A column that was named for a role, and the one that its name speaks for. */
export interface NamedColumn {
  readonly role: Role;
  readonly column: string;
  readonly guessed: string;
}

/** Patterns by role, the surest first. Free text such as a remark is never a status. */
const GUESSES: Readonly<Record<Role, readonly RegExp[]>> = {
  unitId: [
    /^(?:hh|household|haushalt|home|m[ée]nage|foyer|hogar|domic[ií]lio|agregado|kaya)s?[ _.-]?(?:id|no|nr|number|code|ref|nummer|kennung|num[ée]ro)?$/,
    /^(?:id|code|cod|c[óo]digo|n[uú]m[eé]ro|no|namba)[ _-](?:de[ _-]|du[ _-]|do[ _-]|ya[ _-])?(?:hh|household|hogar|vivienda|casa|famil[ií]a|m[ée]nage|foyer|domic[ií]lio|agregado|kaya)$/,
    /^(?:n|n[°º]|no|nr|num|#)\.?[ _-]*(?:d[eu][ _-]|do[ _-])?(?:hh|household|haushalt|hogar|vivienda|casa|famil[ií]a|m[ée]nage|foyer|domic[ií]lio|agregado|kaya)$/,
    /^(?:unit|stove|device|meter|beneficiary|village|cluster)[ _.-]?(?:id|no|nr|number|code|ref)$/,
    /^id$/,
    /^(?:unit|stove)$/,
  ],
  date: [
    /^(?:date|day|reading.?date|measured.?(?:on|at)|timestamp|(?:visit|interview|survey|monitoring).?(?:date|day)|date.?(?:of.?(?:visit|interview|reading))|(?:date|fecha|data)[ _](?:de|da|du)[ _](?:la[ _])?(?:visite|visita|lecture|relevé|collecte)|datum|fecha|data|tarehe|jour)$/,
    /^today$/,
    /^(?:start|_submission_time|submissiondate|__system\/submissiondate)$/,
  ],
  value: [
    /^(?:value|reading|usage|use|hours|kg|(?:wood|firewood|charcoal|fuel|lpg|bois|charbon|leña|lenha|kuni|mkaa)[ _.-]?kg|kg[ _.-]?(?:wood|firewood|charcoal|fuel|lpg|bois|charbon)|consumption|consommation|consumo|matumizi|verbrauch|minutes|days.?used|result|measurement|in.?use|wert|messwert|valeur|valor|uso|horas|heures|stunden|matumizi|thamani)$/,
  ],
  stratum: [/^(?:stratum|strata|group|region|area|zone|type|setting|gebiet|milieu)$/],
  status: [
    /^(?:status|reason|outcome|drop.?reason|(?:visit|interview|survey).?(?:status|result|outcome)|grund|raison|statut|estado|motivo|hali)$/,
    /^(?:(?:(?:not|un)[ _.-]?measured|missing|no[ _.-]?(?:value|data|reading)|non[ _.-]?response|refusal|dropout)[ _.-]?reason|reason[ _.-]?(?:not[ _.-]?measured|missing|no[ _.-]?value)|begründung|motif|raz[oó]n|raz[aã]o|sababu)$/,
  ],
};

/** What a value is measured in, behind its name: `Consommation (kg)`. */
const UNIT_BEHIND = /\s*[([][^()[\]]*[)\]]\s*$/u;

/** What callers name a column by. */
const COLUMN_FIELDS: Readonly<Record<Role, string>> = {
  unitId: 'unitColumn',
  date: 'dateColumn',
  value: 'valueColumn',
  stratum: 'stratumColumn',
  status: 'statusColumn',
};

/**
 * Finds the columns by the names that are given, else by names that are usual, in an export of a form by those of its
 * questions.
 * @throws OracleError `invalid_request` for columns that are not there, or where several could hold the value
 */
export function findReadingColumns(names: readonly string[], wanted: ReadingColumns): ReadingColumns {
  const program = formProgram(names);
  const found: Partial<Record<Role, string>> = {};
  const missing: Role[] = [];
  const taken = (name: string) => Object.values(found).includes(name);
  for (const role of Object.keys(GUESSES) as Role[]) {
    const asked = wanted[role];
    const candidates =
      asked === undefined
        ? guess(role, names, (name) => wordsOf(name, role, program)).filter(
            (name) => !taken(name) && !Object.values(wanted).includes(name),
          )
        : names.filter((name) => name === asked.normalize('NFC').trim());
    if (candidates.length > 1 && (role === 'value' || asked !== undefined)) throw several(role, candidates);
    const [name] = candidates;
    if (name !== undefined) found[role] = name;
    else if (asked !== undefined || role === 'unitId' || role === 'date' || role === 'value')
      missing.push(role);
  }
  if (missing.length === 0) return found;
  throw new OracleError('invalid_request', {
    detail: `The readings have no column for ${missing.join(', ')}. Its columns are: ${listedNames(names)}.`,
    hint: `Name the columns, such as unitColumn "HH" and valueColumn "hours"${missing.includes('date') && wanted.date === undefined ? '. Where none says the day of each reading, add one (YYYY-MM-DD)' : ''}.`,
    errors: missing.map((role) => ({
      field: COLUMN_FIELDS[role],
      message: 'no such column in the readings',
    })),
  });
}

/** Columns that a caller named, where another one of the file would be taken by itself. */
export function namedInPlace(names: readonly string[], columns: ReadingColumns): NamedColumn[] {
  const program = formProgram(names);
  return (Object.keys(GUESSES) as Role[]).flatMap((role) => {
    const column = columns[role];
    const guessed = guess(role, names, (name) => wordsOf(name, role, program));
    return column === undefined || guessed.length !== 1 || guessed[0] === undefined || guessed[0] === column
      ? []
      : [{ role, column, guessed: guessed[0] }];
  });
}

/** Whether columns of these names can be read as readings. */
export function canRead(names: readonly string[], wanted: ReadingColumns): boolean {
  try {
    findReadingColumns(names, wanted);
    return true;
  } catch (error) {
    if (OracleError.isInstance(error)) return false;
    throw error;
  }
}

/** What the name of a column is looked at by; undefined for one that says nothing of the role. */
function wordsOf(name: string, role: Role, program: FormProgram | undefined): string | undefined {
  return program !== undefined && role !== 'date' && isOfSubmission(name)
    ? undefined
    : questionOf(name, program).toLowerCase().replace(UNIT_BEHIND, '');
}

function guess(
  role: Role,
  names: readonly string[],
  wordsOf: (name: string) => string | undefined,
): string[] {
  for (const pattern of GUESSES[role]) {
    const fitting = names.filter((name) => pattern.test(wordsOf(name) ?? ''));
    if (fitting.length > 0) return fitting;
  }
  return [];
}

function several(role: Role, candidates: readonly string[]): OracleError {
  const list = candidates.map((name) => `"${name}"`).join(', ');
  return new OracleError('invalid_request', {
    detail: `Several columns could hold the ${role === 'unitId' ? 'unit' : role}: ${list}.`,
    hint: `Name the one that is meant (${COLUMN_FIELDS[role]}); columns of the same name must be told apart first.`,
    errors: [{ field: COLUMN_FIELDS[role], message: `could be ${list}` }],
  });
}
