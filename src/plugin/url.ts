import { EnvError, makeExactValidator } from 'envalid';

/** A variable that holds the http or https address of a service; of any other scheme nothing here could ask it. */
export const url = makeExactValidator<string>((input) => {
  const { protocol } = URL.canParse(input) ? new URL(input) : { protocol: undefined };
  if (protocol === undefined) throw new EnvError(`Invalid url input: "${input}"`);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new EnvError(`Invalid url input: ${protocol} is neither http: nor https:`);
  return input;
});
