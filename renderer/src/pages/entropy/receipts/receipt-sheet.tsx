import type { Receipt } from '../../../../../main/contract/entropy/receipt'
import { Sheet, SheetTable } from '../../../components/tables/sheet'
import { receiptSheet, receiptSources } from '../../../draw/entropy/receipt-text'

/** Every field of a receipt in words. */
export const ReceiptSheet = ({ receipt }: { readonly receipt: Receipt }) => (
  <>
    <Sheet
      entries={receiptSheet(receipt).map(([name, value]) => [
        name,
        value === null ? null : (
          <span key={name} className={/[0-9a-f]{32}/i.test(value) ? 'entropy-hash' : undefined}>
            {value}
          </span>
        ),
      ])}
    />
    <SheetTable caption="Sources of the draw" table={receiptSources(receipt)} />
  </>
)
