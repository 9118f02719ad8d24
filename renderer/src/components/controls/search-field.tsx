/** A field that filters the content below it. */
import { InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'

interface Props {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
}

export const SearchField = ({ label, value, change }: Props) => (
  <InputGroup
    type="search"
    size="small"
    leftIcon={<Search />}
    placeholder="Search"
    aria-label={label}
    value={value}
    maxLength={200}
    spellCheck={false}
    onValueChange={change}
  />
)
