/** Tasks by their writers: an order that holds while several of them begin tasks. What was there is made once more. */
export const TASKS = `
drop table touchstone.tasks;
create table touchstone.tasks (
  version text not null,
  id text collate "C" not null,
  writer text collate "C" not null,
  place integer not null,
  task text not null,
  primary key (version, id)
);
`;
