import { MenuItem } from '@blueprintjs/core'
import { type ItemRenderer, Omnibar } from '@blueprintjs/select'
import { useLocation } from 'wouter'
import { routes } from '../../../main/contract/routes'
import { useApi } from '../api/use-api'
import { COMMANDS, type Command, commandsFor, type Reach } from './commands'
import { useOpenDialog } from './open-dialog'
import { usePreferences } from './preferences'

const renderCommand: ItemRenderer<Command> = (command, { handleClick, handleFocus, modifiers, ref }) => (
  <MenuItem
    key={command.name}
    ref={ref}
    active={modifiers.active}
    text={command.name}
    label={command.about}
    roleStructure="listoption"
    onClick={handleClick}
    {...(handleFocus && { onFocus: handleFocus })}
  />
)

/** Ctrl+K: type a few letters of a page or an action. */
export function CommandPalette() {
  const { open, close, show } = useOpenDialog()
  const [, navigate] = useLocation()
  const { call } = useApi()
  const setTheme = usePreferences(state => state.setTheme)
  // After a sign-out the next call is refused, which shows the sign-in screen.
  const signOut = () => void call(routes.signOut).finally(() => location.reload())
  const reach: Reach = { navigate, setTheme, show, signOut }
  return (
    <Omnibar<Command>
      isOpen={open === 'palette'}
      onClose={close}
      items={[...COMMANDS]}
      itemListPredicate={(query, items) => commandsFor(query, items)}
      itemRenderer={renderCommand}
      inputProps={{ placeholder: 'Go to a page or do something…', 'aria-label': 'Command' }}
      noResults={<MenuItem disabled text="No such command" roleStructure="listoption" />}
      resetOnSelect
      onItemSelect={command => {
        close()
        command.run(reach)
      }}
    />
  )
}
