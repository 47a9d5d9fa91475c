/** What lists need of a run that is not written any more, ready to be read. */
export const LISTINGS = `
create table touchstone.listings (
  version text primary key,
  revision integer not null,
  report text not null,
  tasks text not null,
  episodes text not null
);
`;
