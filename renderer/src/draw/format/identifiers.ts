/** First block of a UUID: enough to tell jobs, runs and studies apart at a glance; the whole id is in the title and the detail. */
export const shortId = (uuid: string) => uuid.slice(0, 8)
