//! Draws the chart of a report as SVG that needs no other file. Text is drawn with the font of the viewer.

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, Cross, PathElement, Rectangle, Text, TriangleMarker};
use plotters::series::{AreaSeries, DashedLineSeries, LineSeries};
use plotters::style::{Color, IntoFont, RGBColor, ShapeStyle, TextStyle, WHITE};
use quick_xml::escape::escape;
use serde_json::Value;

use crate::invocation::Page;
use crate::output::report::axis::{Axis, one_line, x_axis, x_label, y_axis, y_label};
use crate::output::report::chart::{Panel, Series, Shape, XAxis, YAxis};
use crate::output::report::panels::panels;
use crate::output::styled::Rendered;
use crate::output::text_of;

const WIDTH: u32 = 960;
/// The height of the title and the lines below it.
const HEADER_HEIGHT: u32 = 76;
/// The height of a panel whose rows are numbers.
const PANEL_HEIGHT: u32 = 300;
/// The height of a named row.
const ROW_HEIGHT: u32 = 34;
/// The height of the axis and the heading of a panel.
const AXIS_HEIGHT: u32 = 90;
const LEGEND_WIDTH: u32 = 190;
/// The maximum number of panels and rows. A larger picture is of no use.
const MAX_PANELS: usize = 24;
/// The maximum width of a line of text, in columns.
const TEXT_WIDTH: usize = 120;
/// The maximum width of the title, in columns.
const TITLE_WIDTH: usize = 80;
const INK: RGBColor = RGBColor(51, 51, 51);
const MESH: RGBColor = RGBColor(224, 224, 224);
const FONT: &str = "sans-serif";
/// The opacity of bands, through which the grid is seen.
const BAND_OPACITY: f64 = 0.2;

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Chart<'a, 's> = ChartContext<'a, SVGBackend<'s>, Cartesian2d<Axis, Axis>>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Renders a report as an SVG document.
pub fn svg(value: &Value, page: Page<'_>) -> Rendered {
    let title = format!("{}: {}", page.engine.reader().config().name, text_of(value, "report"));
    let exact = text_of(value, "exact_from");
    let exact = if exact.is_empty() { String::new() } else { format!(", exact from {exact}") };
    let days = format!("{} to {}", text_of(value, "from"), text_of(value, "to"));
    let basis = format!("{days}, from {}{exact}", text_of(value, "source"));
    let mut panels = panels(value);
    let omitted = panels.len().saturating_sub(MAX_PANELS);
    panels.truncate(MAX_PANELS);
    let notice = match (text_of(value, "notice"), panels.len(), omitted) {
        ("", 0, _) => "There are no values to draw.".to_owned(),
        ("", _, 0) => String::new(),
        ("", ..) => format!("{omitted} more charts are left out. Use --filter for fewer groups."),
        (notice, ..) => notice.to_owned(),
    };
    let header = Header { title: one_line(&title, TITLE_WIDTH), basis, notice: one_line(&notice, TEXT_WIDTH) };
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut text, &header, &panels);
    Rendered::Data(with_description(&text, &header, &panels))
}

/// The lines above the panels.
struct Header {
    title: String,
    /// The days, and what the values were made from.
    basis: String,
    /// Why there are no or few values; empty if there are enough.
    notice: String,
}

/// Adds what a screen reader reads, as the first children of the document.
fn with_description(text: &str, header: &Header, panels: &[Panel]) -> String {
    let names = panels.iter().flat_map(|panel| panel.series.iter().map(|series| series.name.as_str()));
    let mut series: Vec<&str> = Vec::new();
    for name in names {
        if !series.contains(&name) {
            series.push(name);
        }
    }
    let drawn = if series.is_empty() { String::new() } else { format!("Series: {}.", series.join(", ")) };
    let basis = format!("{}.", header.basis);
    let sentences = [basis.as_str(), &header.notice, &drawn].into_iter().filter(|text| !text.is_empty());
    let description = sentences.collect::<Vec<_>>().join(" ");
    let (title, description) = (escape(header.title.as_str()), escape(description.as_str()));
    let children = format!("<title>{title}</title>\n<desc>{description}</desc>\n");
    // The first tag is that of the document.
    text.replacen("<svg ", "<svg role=\"img\" ", 1).replacen(">\n", &format!(">\n{children}"), 1)
}

fn height(panel: &Panel) -> u32 {
    match &panel.y {
        YAxis::Rows(names) => AXIS_HEIGHT + ROW_HEIGHT * u32::try_from(names.len().max(2)).unwrap_or(u32::MAX / 64),
        _ => PANEL_HEIGHT,
    }
}

fn draw(text: &mut String, header: &Header, panels: &[Panel]) -> Drawn {
    let height_of_all = HEADER_HEIGHT + panels.iter().map(height).sum::<u32>();
    let root = SVGBackend::with_string(text, (WIDTH, height_of_all)).into_drawing_area();
    root.fill(&WHITE)?;
    let lines = [(&header.title, 24, 12), (&header.basis, 15, 40), (&header.notice, 15, 58)];
    for (line, size, top) in lines.into_iter().filter(|(line, ..)| !line.is_empty()) {
        root.draw(&Text::new(line.clone(), (16, top), (FONT, size).into_font().color(&INK)))?;
    }
    let (_, mut rest) = root.split_vertically(HEADER_HEIGHT);
    for panel in panels {
        let (area, below) = rest.split_vertically(height(panel));
        draw_panel(&area, panel)?;
        rest = below;
    }
    root.present()
}

fn draw_panel(area: &Area<'_>, panel: &Panel) -> Drawn {
    let (plot, legend) = area.split_horizontally(WIDTH - LEGEND_WIDTH);
    let (x, y) = (x_axis(panel), y_axis(panel));
    let has_rows = matches!(panel.y, YAxis::Rows(_));
    let mut chart = ChartBuilder::on(&plot)
        .margin_left(16)
        .margin_right(24)
        .margin_top(6)
        .caption(one_line(&panel.heading, TITLE_WIDTH), (FONT, if panel.heading.is_empty() { 4 } else { 18 }, &INK))
        .x_label_area_size(48)
        .y_label_area_size(if has_rows { 210 } else { 64 })
        .build_cartesian_2d(x, y)?;
    let (unit_x, unit_y) = units(panel);
    chart
        .configure_mesh()
        .light_line_style(WHITE.mix(0.0))
        .bold_line_style(MESH)
        .axis_style(INK)
        .label_style((FONT, 14).into_font().color(&INK))
        .axis_desc_style((FONT, 14).into_font().color(&INK))
        .x_label_formatter(&|value| x_label(panel.x, *value))
        .y_label_formatter(&|value| y_label(&panel.y, *value))
        .x_desc(unit_x)
        .y_desc(unit_y)
        .draw()?;
    for series in &panel.series {
        draw_series(&mut chart, series)?;
    }
    draw_legend(&legend, panel)
}

/// Returns the names of the axes.
fn units(panel: &Panel) -> (&'static str, &'static str) {
    let x = match panel.x {
        XAxis::Days => "Date",
        XAxis::Hours(name) => name,
    };
    match panel.y {
        YAxis::Counts(unit) | YAxis::Hours(unit) => (x, unit),
        YAxis::Rows(_) => (x, ""),
    }
}

fn line_style(series: &Series) -> ShapeStyle {
    series.color.stroke_width(if series.shape == Shape::Segments { 1 } else { 2 })
}

fn draw_series(chart: &mut Chart<'_, '_>, series: &Series) -> Drawn {
    let points = || series.points.iter().copied();
    let (line, filled) = (line_style(series), series.color.filled());
    match series.shape {
        Shape::Line => chart.draw_series(LineSeries::new(points(), line)).map(|_| ()),
        Shape::Dashes => chart.draw_series(DashedLineSeries::new(points(), 6, 4, line)).map(|_| ()),
        Shape::Area => chart.draw_series(AreaSeries::new(points(), 0.0, filled)).map(|_| ()),
        Shape::Band => {
            let (corners, _) = series.points.as_chunks::<2>();
            let light = series.color.mix(BAND_OPACITY).filled();
            chart.draw_series(corners.iter().map(|corners| Rectangle::new(*corners, light))).map(|_| ())
        }
        Shape::Bars(days) => {
            let half = f64::from(days) * 0.4;
            let bar = |(x, y): (f64, f64)| Rectangle::new([(x - half, 0.0), (x + half, y)], filled);
            chart.draw_series(points().map(bar)).map(|_| ())
        }
        Shape::Circles => chart.draw_series(points().map(|at| Circle::new(at, 4, filled))).map(|_| ()),
        Shape::Triangles => chart.draw_series(points().map(|at| TriangleMarker::new(at, 6, filled))).map(|_| ()),
        Shape::Crosses => chart.draw_series(points().map(|at| Cross::new(at, 4, line))).map(|_| ()),
        Shape::Segments => {
            let (segments, _) = series.points.as_chunks::<2>();
            let segments = segments.iter().map(|ends| PathElement::new(ends.to_vec(), line));
            chart.draw_series(segments).map(|_| ())
        }
    }
}

/// Draws each series with its name, beside the panel.
fn draw_legend(area: &Area<'_>, panel: &Panel) -> Drawn {
    let style: TextStyle<'_> = (FONT, 14).into_font().color(&INK);
    let mut top = 30;
    for series in &panel.series {
        let (line, filled) = (line_style(series), series.color.filled());
        let middle = (17, top + 6);
        match series.shape {
            Shape::Line | Shape::Segments => {
                area.draw(&PathElement::new(vec![(4, middle.1), (30, middle.1)], line))?;
            }
            Shape::Dashes => {
                for left in [4, 14, 24] {
                    area.draw(&PathElement::new(vec![(left, middle.1), (left + 6, middle.1)], line))?;
                }
            }
            Shape::Band => {
                let light = series.color.mix(BAND_OPACITY).filled();
                area.draw(&Rectangle::new([(4, top), (30, top + 12)], light))?;
            }
            Shape::Area | Shape::Bars(_) => area.draw(&Rectangle::new([(10, top), (24, top + 12)], filled))?,
            Shape::Circles => area.draw(&Circle::new(middle, 4, filled))?,
            Shape::Triangles => area.draw(&TriangleMarker::new(middle, 6, filled))?,
            Shape::Crosses => area.draw(&Cross::new(middle, 4, line))?,
        }
        area.draw(&Text::new(series.name.clone(), (38, top), style.clone()))?;
        top += 22;
    }
    Ok(())
}
