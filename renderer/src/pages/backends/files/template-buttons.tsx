/** Our tables, filled in as an example of nine qubits. */
import { CSV_TEMPLATE } from '../../../../../main/contract/calibration/csv-template'
import { DownloadButton } from '../../../components/controls/copy-download'

export const TemplateButtons = () => (
  <div className="pentad-row">
    <span className="pentad-quiet">No vendor file? Fill in two tables, here with an example of nine qubits:</span>
    {CSV_TEMPLATE.map(({ name, content }) => (
      <DownloadButton key={name} size="small" fileName={name} label={name} type="text/csv" content={() => content} />
    ))}
  </div>
)
