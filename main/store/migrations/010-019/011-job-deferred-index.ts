import type { Migration } from '../migration'

/**
 * Updating nine indices is most of the cost of writing a job, so indexing is deferred. A new job has `fresh` = 1: it is
 * in no list index, and lists scan such jobs. Jobs are later indexed in batches, in the order of their sequences:
 * `fresh` becomes NULL, which puts them into the partial indices, and their tags, names and spans are added. Tags also
 * store status, backend and mode, so that combining a tag with another filter needs no scan of jobs. `job_letters`
 * indexes names by single letters and pairs (tokens: 'g' and the hexadecimal UTF-8 of each in lower case), as trigrams
 * find nothing shorter than three letters.
 */
export const jobShelf: Migration = {
  id: 11,
  name: 'job_shelf',
  sql: `
    ALTER TABLE jobs ADD COLUMN fresh INTEGER CHECK (fresh = 1);
    DROP INDEX jobs_by_owner;
    DROP INDEX jobs_by_status;
    DROP INDEX jobs_by_backend;
    DROP INDEX jobs_by_mode;
    DROP INDEX jobs_by_owner_and_status;
    DROP INDEX jobs_by_owner_and_backend;
    DROP INDEX jobs_by_owner_and_mode;
    CREATE INDEX jobs_by_owner ON jobs (owner, sequence) WHERE fresh IS NULL;
    CREATE INDEX jobs_by_status ON jobs (status, sequence) WHERE fresh IS NULL;
    CREATE INDEX jobs_by_backend ON jobs (backend, sequence) WHERE fresh IS NULL;
    CREATE INDEX jobs_by_mode ON jobs (mode, sequence) WHERE fresh IS NULL;
    CREATE INDEX jobs_by_owner_and_status ON jobs (owner, status, sequence) WHERE fresh IS NULL;
    CREATE INDEX jobs_by_owner_and_backend ON jobs (owner, backend, sequence) WHERE fresh IS NULL;
    CREATE INDEX jobs_by_owner_and_mode ON jobs (owner, mode, sequence) WHERE fresh IS NULL;
    DROP TRIGGER job_spans_follow;

    ALTER TABLE job_tags ADD COLUMN status TEXT;
    ALTER TABLE job_tags ADD COLUMN backend TEXT;
    ALTER TABLE job_tags ADD COLUMN mode TEXT;
    UPDATE job_tags SET (status, backend, mode) =
      (SELECT status, backend, mode FROM jobs WHERE jobs.sequence = job_tags.sequence);
    DROP INDEX job_tags_by_owner;
    CREATE INDEX job_tags_by_owner ON job_tags (owner, tag, sequence, backend, mode);
    CREATE INDEX job_tags_by_status ON job_tags (tag, status, sequence);
    CREATE INDEX job_tags_by_backend ON job_tags (tag, backend, sequence);
    CREATE INDEX job_tags_by_mode ON job_tags (tag, mode, sequence);
    CREATE INDEX job_tags_by_owner_and_status ON job_tags (owner, tag, status, sequence);
    CREATE TRIGGER job_tags_follow AFTER UPDATE OF status ON jobs WHEN NEW.fresh IS NULL AND NEW.tags <> '[]' BEGIN
      UPDATE job_tags SET status = NEW.status WHERE sequence = NEW.sequence;
    END;

    CREATE VIRTUAL TABLE job_letters USING fts5 (grams, content = '', contentless_delete = 1, detail = none);
    CREATE TABLE places (n INTEGER PRIMARY KEY) STRICT;
    WITH RECURSIVE counted (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < 200)
    INSERT INTO places SELECT n FROM counted;
    INSERT INTO job_letters (rowid, grams)
      SELECT sequence, (
        SELECT group_concat(
          'g' || lower(hex(substr(lower(name), n, 1))) || ' g' || lower(hex(substr(lower(name), n, 2))), ' ')
        FROM places WHERE n <= length(name))
      FROM jobs WHERE name IS NOT NULL;
    DROP TABLE places;
    DROP TRIGGER job_names_enter;
    DROP TRIGGER job_names_leave;
    CREATE TRIGGER job_names_leave AFTER DELETE ON jobs WHEN OLD.name IS NOT NULL AND OLD.fresh IS NULL BEGIN
      DELETE FROM job_names WHERE rowid = OLD.sequence;
      DELETE FROM job_letters WHERE rowid = OLD.sequence;
    END;
  `,
}
