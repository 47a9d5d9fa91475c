import { readFile } from 'node:fs/promises';
import { defineImporter } from 'touchstone/importers';

/** Test cases as one JSON object for each line: `{"key": "D-1", "summary": "…", "action": "…", "result": "…"}`. */
export const ticketLines = defineImporter({
  name: 'ticket-lines',
  title: 'tickets, one JSON object a line',
  read: async (file) => {
    const lines = (await readFile(file, 'utf8')).split('\n');
    return lines.flatMap((text, index) => {
      if (text.trim() === '') return [];
      const { key, summary, action, result } = JSON.parse(text);
      return [{ id: key, title: summary, steps: [{ action, expected: [result] }], line: index + 1 }];
    });
  },
});
