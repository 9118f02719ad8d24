import { Callout } from '@blueprintjs/core'
import type { VerificationReply } from '../../../../../main/contract/entropy/verification'
import { HeadedTable } from '../../../components/tables/headed-table'
import { ScrollRegion } from '../../../components/tables/scroll-region'
import { FINDING_KIND_TEXT, verdictText } from '../../../draw/entropy/verification-text'
import { WordTag } from '../../../instruments/status/state-tags'

/** The verdict, and every check with what it found or why it failed. */
export const Findings = ({ reply }: { readonly reply: VerificationReply }) => (
  <section aria-label="Result of the verification">
    <Callout intent={reply.verified ? 'success' : 'danger'} role="status">
      <p className="entropy-verdict">{verdictText(reply)}</p>
      <p>
        {reply.trusted.service_keys.length > 0
          ? 'Trusted: the keys that this service signs with'
          : 'Not trusted: the keys of this service'}
        {reply.trusted.given > 0 && `, and what you gave as trusted (${reply.trusted.given})`}. npm run verify would end
        with the exit code {reply.exit}.
      </p>
    </Callout>
    <ScrollRegion label="Checks, table" maxHeight={420}>
      <HeadedTable
        className="entropy-table"
        columns={['Result', 'Document', 'Check', 'What was found']}
        caption="Checks of the verification"
      >
        {reply.findings.map(({ where, kind, cause, means, message }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same document may fail one check twice
          <tr key={at}>
            <td>
              <WordTag word={cause === null ? 'passed' : 'failed'} intent={cause === null ? 'success' : 'danger'} />
            </td>
            <td>{where}</td>
            <td>{FINDING_KIND_TEXT[kind] ?? kind}</td>
            <td>
              {cause !== null && (
                <>
                  <code>{cause}</code> {means}:{' '}
                </>
              )}
              {message}
            </td>
          </tr>
        ))}
      </HeadedTable>
    </ScrollRegion>
  </section>
)
