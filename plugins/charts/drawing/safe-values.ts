/** `#rgb` to `#rrggbbaa`, a word such as `steelblue`, or `rgb(…)` and `hsl(…)` of numbers. */
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{1,32}|(rgb|hsl)a?\([\d.,%\s/]{1,60}\))$/i;
const IS_COLOUR = /(^|[a-z])(color|fill|stroke|background)$/i;
const FONT = /^[\p{L}\d ,'"_-]{1,200}$/u;
const BLEND =
  /^(normal|multiply|screen|overlay|darken|lighten|color-dodge|color-burn|hard-light|soft-light|difference|exclusion|hue|saturation|color|luminosity)$/;
const WORD = /^[a-z0-9-]{1,32}$/i;
const IS_WORD =
  /^(cursor|fontStyle|fontWeight|strokeCap|strokeJoin|align|baseline|orient)$|Font(Style|Weight)$/;
/** Of what a number of them makes work for every one. */
const MOST: Readonly<Record<string, number>> = {
  tickCount: 200,
  maxbins: 1_000,
  steps: 1_000,
  minsteps: 1_000,
  maxsteps: 1_000,
};
const MOST_PARTS = 50;
/** Ratio below which a step makes more rows than are drawn. */
const LEAST_STEP = 1e-4;

/**
 * Why a member of a specification may not have this value, in words that follow its name: it would reach the style of the
 * picture as more than a colour, a font or a word, or make more of the data than can be drawn.
 */
export function unsafeValue(key: string, value: unknown): string | undefined {
  if (/dash$/i.test(key)) return isDash(value) ? undefined : 'must be a list of numbers';
  if (typeof value === 'string') return unsafeText(key, value);
  if (typeof value === 'number') return unsafeNumber(key, value);
  switch (key) {
    case 'graticule':
    case 'sphere':
      return 'would draw a globe; a chart draws its own data';
    case 'keyvals':
      return Array.isArray(value) ? undefined : 'must be a list';
    case 'repeat':
      return unsafeParts(value);
    default:
      return undefined;
  }
}

function unsafeText(key: string, value: string): string | undefined {
  if (IS_COLOUR.test(key)) return COLOUR.test(value) ? undefined : 'must be a colour, such as #0072B2';
  if (key === 'font' || key.endsWith('Font'))
    return FONT.test(value) ? undefined : 'must be the name of a font';
  if (key === 'blend') return BLEND.test(value) ? undefined : 'must be a blend mode, such as multiply';
  if (IS_WORD.test(key)) return WORD.test(value) ? undefined : 'must be one word';
  return undefined;
}

function unsafeNumber(key: string, value: number): string | undefined {
  const most = Object.hasOwn(MOST, key) ? MOST[key] : undefined;
  if (most !== undefined && value > most) return `may be at most ${most}`;
  return key === 'step' && value < LEAST_STEP ? `must be at least ${LEAST_STEP}` : undefined;
}

function unsafeParts(repeat: unknown): string | undefined {
  const lists: unknown[] = Array.isArray(repeat) ? [repeat] : Object.values(repeat ?? {});
  const parts = lists.reduce<number>((product, list) => product * (Array.isArray(list) ? list.length : 1), 1);
  return parts <= MOST_PARTS ? undefined : `makes ${parts} parts; at most ${MOST_PARTS} are drawn`;
}

function isDash(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'boolean' ||
    (typeof value === 'object' && !Array.isArray(value)) ||
    (Array.isArray(value) && value.length <= 20 && value.every((each) => typeof each === 'number'))
  );
}
