import type { Migration } from '../migration'

/**
 * For lists of a million jobs. Each filter has an index that ends in the sequence, for all jobs and for one owner's, so
 * that a page is read in order. Names are searched by trigrams. A span is 1,024 sequences with their first and last
 * creation time: times grow with the sequence except where the clock was set back. The timeline is stored by sequence,
 * and the indices on files find those of results without reading the results.
 */
export const jobLists: Migration = {
  id: 7,
  name: 'job_lists',
  sql: `
    CREATE INDEX jobs_by_mode ON jobs (mode, sequence);
    CREATE INDEX jobs_by_owner_and_status ON jobs (owner, status, sequence);
    CREATE INDEX jobs_by_owner_and_backend ON jobs (owner, backend, sequence);
    CREATE INDEX jobs_by_owner_and_mode ON jobs (owner, mode, sequence);
    DROP INDEX jobs_by_creation;

    CREATE TABLE job_spans (
      span INTEGER PRIMARY KEY,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO job_spans SELECT sequence >> 10, min(created_at), max(created_at) FROM jobs GROUP BY sequence >> 10;
    CREATE TRIGGER job_spans_follow AFTER INSERT ON jobs BEGIN
      INSERT INTO job_spans VALUES (NEW.sequence >> 10, NEW.created_at, NEW.created_at)
      ON CONFLICT (span) DO UPDATE SET
        first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at);
    END;

    CREATE VIRTUAL TABLE job_names USING fts5 (name, tokenize = 'trigram', content = '', contentless_delete = 1);
    INSERT INTO job_names (rowid, name) SELECT sequence, name FROM jobs WHERE name IS NOT NULL;
    CREATE TRIGGER job_names_enter AFTER INSERT ON jobs WHEN NEW.name IS NOT NULL BEGIN
      INSERT INTO job_names (rowid, name) VALUES (NEW.sequence, NEW.name);
    END;
    CREATE TRIGGER job_names_leave AFTER DELETE ON jobs WHEN OLD.name IS NOT NULL BEGIN
      DELETE FROM job_names WHERE rowid = OLD.sequence;
    END;

    ALTER TABLE job_tags ADD COLUMN owner TEXT;
    UPDATE job_tags SET owner = (SELECT owner FROM jobs WHERE jobs.sequence = job_tags.sequence);
    CREATE INDEX job_tags_by_owner ON job_tags (owner, tag, sequence);

    CREATE TABLE job_timeline (
      sequence INTEGER NOT NULL REFERENCES jobs (sequence) ON DELETE CASCADE,
      step INTEGER NOT NULL,
      status TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (sequence, step)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO job_timeline
      SELECT sequence, row_number() OVER (PARTITION BY sequence ORDER BY job_states.rowid) - 1, job_states.status, at
      FROM job_states JOIN jobs USING (job_uuid);
    DROP TABLE job_states;

    CREATE INDEX job_results_by_counts_file ON job_results (counts_file) WHERE counts_file IS NOT NULL;
    CREATE INDEX job_results_by_planes_file ON job_results (planes_file) WHERE planes_file IS NOT NULL;
  `,
}
