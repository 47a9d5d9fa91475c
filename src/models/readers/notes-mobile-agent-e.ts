import { headedSections } from './headed-sections.js';
import { reads, readChecked, unreadable, type Reading } from './reading.js';

/** Everything that Mobile-Agent-E's notetaker wants to remember; it replaces earlier notes. Source: its reference code. */
export function readImportantNotes(answer: string): Reading<string> {
  return readChecked(answer, (text) => {
    const notes = headedSections(text).get('important notes');
    return notes === undefined ? unreadable('no section Important Notes') : reads(notes);
  });
}
