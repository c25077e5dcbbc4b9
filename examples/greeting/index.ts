import { definePlugin } from 'oracle-runtime/plugin';

/** Tells the model how to greet: by what the person said and what their client sent along. */
export default definePlugin({
  name: 'greeting',
  version: '1.0.0',
  manifest: {
    title: 'Greeting',
    summary: 'Greets people as they greet.',
    whenToUse: ['Always'],
    loading: 'silent',
  },
  setup: () => ({
    promptSections: [
      {
        name: 'greeting',
        body({ message, metadata }) {
          if (!/^(hi|hello|good morning)\b/i.test(message)) return undefined;
          const name = typeof metadata['name'] === 'string' ? metadata['name'] : 'the person';
          return `Greet ${name} back before you answer.`;
        },
      },
    ],
  }),
});
