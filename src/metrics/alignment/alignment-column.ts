/** Screens of several runs that are one: for every run the number of its step from 0, or null where it was not there. */
export type AlignmentColumn = readonly (number | null)[];
