/** The index over folders of runs. Texts sort by their bytes, as those of the embedded one do. */
export const INDEX = `
create table touchstone.runs (
  folder text collate "C" not null,
  name text collate "C" not null,
  version text not null,
  revision bigint not null,
  fingerprint text not null,
  card text not null,
  facts text,
  primary key (folder, name)
);
create table touchstone.versions (
  version text primary key,
  folder text collate "C" not null
);
create index versions_folder on touchstone.versions (folder);
create table touchstone.pruned (
  folder text collate "C" not null,
  name text collate "C" not null,
  fingerprint text not null,
  primary key (folder, name)
);
create table touchstone.tasks (
  version text not null,
  place integer not null,
  id text collate "C" not null,
  task text not null,
  primary key (version, place)
);
create table touchstone.episodes (
  version text not null,
  item text collate "C" not null,
  repeat integer not null,
  revision bigint not null,
  task text collate "C" not null,
  outcome text not null,
  reason text,
  steps integer not null,
  completion double precision,
  metric text,
  duration_ms double precision not null,
  cost_usd double precision,
  tokens bigint,
  format_errors integer not null,
  findings text not null,
  attempts integer not null,
  why text not null,
  other_mode integer,
  is_scored integer not null,
  is_open integer not null,
  started_at text,
  ended_at text,
  writer text,
  attempt integer,
  line bigint,
  line_offset bigint,
  line_end bigint,
  model_ms double precision not null,
  device_ms double precision not null,
  milestones text not null,
  path text not null,
  primary key (version, item, repeat)
);
create index episodes_task on touchstone.episodes (version, task);
create table touchstone.verdicts (
  version text not null,
  item text collate "C" not null,
  repeat integer not null,
  is_own integer not null,
  verdict text not null,
  primary key (version, item, repeat, is_own)
);
`;
