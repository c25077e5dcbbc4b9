/** What every provider takes for the name of a tool, in a request. */
const SAFE = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST = 64;
/** Tokens of its format that gpt-oss leaves behind a name: `get_weather<|channel|>commentary`. */
const LEAKED = /<\|.*$/s;
/** What templates put before and behind the name of a tool: `functions.get_weather:0`, `default_api.get_weather`. */
const PREFIX = /^(?:functions|default_api|tools)[.:]/;
const SUFFIX = /:\d+$/;
/** The same where a router made it fit a request: `functions_get_weather_6`. */
const FITTED = /^(?:functions|default_api|tools)_(.+?)(?:_\d+)?$/;

/** The name of a tool without what models and their templates put around it. */
function bareName(written: string): string {
  return written.replace(LEAKED, '').trim().replace(PREFIX, '').replace(SUFFIX, '');
}

/** The tool that a written name means, where that was offered; else its bare name. */
export function nameAmong(written: string, isOffered: (name: string) => boolean): string {
  if (isOffered(written)) return written;
  const bare = bareName(written);
  const [, fitted = bare] = FITTED.exec(bare) ?? [];
  return isOffered(fitted) && !isOffered(bare) ? fitted : bare;
}

/** A name as it can stand in a request: of a tool that never was, a model may have written anything. */
export function safeName(name: string): string {
  if (SAFE.test(name)) return name;
  const safe = bareName(name)
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .slice(0, LONGEST);
  return safe === '' ? 'unnamed' : safe;
}
