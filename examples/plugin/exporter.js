import { defineExporter, messageText } from 'touchstone/exporters';

/** One line of plain text for each sample: what is asked and what is to be answered. Pictures are only named. */
export const plainPairs = defineExporter({
  name: 'plain-pairs',
  title: 'prompt and answer as two texts',
  line: ({ id, messages }) => ({
    id,
    prompt: messages.slice(0, -1).map((message) => messageText(message, '[picture]')),
    answer: messages.slice(-1).map((message) => messageText(message, '')),
  }),
});
