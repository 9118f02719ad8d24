import { Search } from '@blueprintjs/icons'
import { Link, useLocation } from 'wouter'
import { PageLayout } from '../components/layout/page'
import { Empty } from '../components/messages/answer'

/** Shown for an address without a page. */
export function UnknownPage() {
  const [location] = useLocation()
  return (
    <PageLayout title="No such page">
      <Empty title="Nothing is at this address" icon={<Search />}>
        <code>{location}</code> is not a page of Pentad. Go to the <Link href="/">Dashboard</Link>, or press Ctrl+K.
      </Empty>
    </PageLayout>
  )
}
