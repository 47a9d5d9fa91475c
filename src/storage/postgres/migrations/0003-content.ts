/** Which version of the index the rows hold, see `content-mark.ts`. */
export const CONTENT = `
create table touchstone.meta (
  key text primary key,
  value text not null
);
`;
